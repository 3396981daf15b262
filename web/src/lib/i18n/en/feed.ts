/** Words about the connection to the server. */
export const feed = {
  unreachable: "The server isn't answering. Is it running? Are you online?",
  unreadable: "The server sent an answer this page doesn't understand (status {status}).",
  late: "The server took too long to answer.",
  seat_lost: "{why} You're spectating now.",
  not_sent: "There's no connection right now, so this wasn't sent.",
};

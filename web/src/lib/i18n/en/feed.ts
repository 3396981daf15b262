/** Words about the connection to the server. */
export const feed = {
  unreachable: "The server does not answer. Is it running? Is the network there?",
  unreadable: "The server answered in a way this page does not understand (status {status}).",
  late: "The server took too long to answer.",
  seat_lost: "{why} You are watching now.",
  not_sent: "There is no connection just now, so this was not sent.",
};

import type { feed as english } from "../en/feed";

export const feed: typeof english = {
  unreachable: "Il server non risponde. È attivo? C'è la rete?",
  unreadable: "Il server ha risposto in un modo che questa pagina non capisce (stato {status}).",
  late: "Il server ci ha messo troppo a rispondere.",
  seat_lost: "{why} Ora stai guardando.",
  not_sent: "In questo momento non c'è connessione: il messaggio non è partito.",
};

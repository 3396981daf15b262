import type { learn as english } from "../en/learn";

export const learn: typeof english = {
  title: "Impara a giocare",
  loading: "Quill sta cercando gli occhiali…",
  guide: "{name}, il furiere",
  minutes: "Circa {n} minuti. Puoi uscire quando vuoi.",
  topics: "Imparerai",
  begin: "Siediti",
  says: "{name} dice",
  go_on: "Avanti",
  choose: "Tocca a te: scegli sul tavolo o nell'elenco.",
  roll: "Allora? Premi Tira. È un suono che non mi stanca mai.",
  watch: "Guarda bene…",
  progress: "Lezione: passo {number} di {of}",
  leave: "Esci dalla lezione",
  play: "Gioca subito",
  again: "Ancora una volta da capo",
  home: "Inizio",
  cards: "Guarda le carte",
  retry: "Riprova",
};

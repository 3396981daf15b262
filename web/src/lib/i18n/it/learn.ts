import type { learn as english } from "../en/learn";

export const learn: typeof english = {
  title: "Impara a giocare",
  loading: "Quill sta cercando gli occhiali…",
  guide: "{name}, il quartiermastro",
  minutes: "Circa {n:# minuto|# minuti}. Puoi uscire quando vuoi.",
  topics: "Imparerai",
  begin: "Inizia",
  says: "{name} dice",
  go_on: "Avanti",
  choose: "Tocca a te: scegli sul tavolo o nell'elenco.",
  roll: "Allora? Premi Tira. È un suono che non mi stanca mai.",
  watch: "Guarda bene…",
  progress: "Lezione: passo {number} di {of}",
  leave: "Esci dalla lezione",
  play: "Gioca subito",
  again: "Ricomincia",
  home: "Home",
  cards: "Guarda le carte",
  retry: "Riprova",
};

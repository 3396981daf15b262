import type { local as english } from "../en/local";

export const local: typeof english = {
  part_program: "Carico la pagina …",
  part_python: "Carico Python …",
  part_library: "Carico la libreria di Python …",
  part_game: "Carico carte e regole …",
  part_start: "Avvio il gioco …",
  failed: "Il gioco non si avvia in questo browser.",
  failed_says: "Serve una versione recente di Firefox, Chrome, Edge o Safari. Ricarica la pagina per riprovare.",
  forgetful: "Questo browser non permette alla pagina di salvare nulla: le partite finiscono quando la chiudi.",
  unsaved: "L'ultima mossa non è stata salvata e quindi non vale. Forse lo spazio del browser è esaurito.",
};

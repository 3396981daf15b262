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
  fair_says: "Prima del primo lancio la pagina mostra un'impronta del suo segreto; i dadi derivano da questo e da un numero estratto dopo. A fine partita puoi scaricare la registrazione e controllare ogni lancio con il comando quarriors verify.",
  private_says: "Il gioco gira in questo browser e le partite restano su questo dispositivo. Non viene inviato nulla.",
  version: "Versione {version}, protocollo {protocol}",
  home: "Senza server",
  home_says: "Lo stesso gioco nel tuo browser, anche senza rete",
  play_on: "Gioca senza il server",
};

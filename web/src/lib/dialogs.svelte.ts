/** The two dialogs that every page can open: settings, and the list of keys. App draws them. */
export const dialogs: { settings: boolean; keys: boolean } = $state({
  settings: false,
  keys: false,
});

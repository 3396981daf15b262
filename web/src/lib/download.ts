/** Files that the browser saves: handing them over, and their names. */

/** Hand a file over to the browser, which saves it. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000); // some browsers read it later
}

/** What the record of a table is called as a file. */
export function recordName(table: string): string {
  return `quarriors-${table}.json`;
}

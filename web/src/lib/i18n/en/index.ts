export { box } from "./box";
export { card } from "./card";
export { feed } from "./feed";
export { learn } from "./learn";
export { pages } from "./pages";
export { shell } from "./shell";
export { table } from "./table";
export { workshop } from "./workshop";

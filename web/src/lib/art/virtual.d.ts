// The module that scripts/icons.mjs makes at build time.
declare module "virtual:icons" {
  export const OUTLINES: Record<string, string>;
}

import type { Plugin } from "vite";

export function rounded(path: string): string;
export function outlines(used?: Record<string, string>): Record<string, string>;
export function icons(): Plugin;

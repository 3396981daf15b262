/** What the foot of the form says: the draft in one line, and refusals. The numbers are the server's. */
import type { Choices, PackFacts } from "$lib/api/generated";
import { t } from "$lib/i18n/index.svelte";
import type { Draft } from "./draft";

/** The Glory that wins: what was typed, or the server's goal for this number of players. */
export function goalOf(draft: Draft, choices: Choices, possible: readonly string[]): number | null {
  if (draft.goal.trim() !== "") return Number(draft.goal);
  const modules = draft.ownModules ? draft.modules.filter((name) => possible.includes(name)) : possible;
  const goals = modules.includes("quests") ? choices.quest_goals : choices.goals;
  return goals[String(draft.seats.length)] ?? null;
}

export function summary(
  draft: Draft,
  choices: Choices,
  possible: readonly string[],
  packs: readonly PackFacts[] = [],
): string {
  const edition = choices.editions.find(({ name }) => name === draft.edition)?.text ?? draft.edition;
  const names = choices.sets.filter(({ name }) => draft.sets.includes(name)).map(({ text }) => text);
  const byCode = draft.code.trim() !== "";
  const fromSets = byCode
    ? t("shell.new_sum_code")
    : names.length > 2
      ? t("shell.new_sum_sets", { n: names.length })
      : names.join(" + ") || t("shell.new_none");
  const sets = [fromSets, ...packs.map((pack) => pack.name)].join(" + ");
  // With a code the server finds out itself which rules there are, and so the goal.
  const goal = byCode && draft.goal.trim() === "" ? null : goalOf(draft, choices, possible);
  return t("shell.new_sum", { players: draft.seats.length, edition, sets, goal: goal ?? "?" });
}

/** A refusal with names for people: the server's sentences have those that programs use. */
export function withNames(text: string, choices: Choices | null): string {
  if (choices === null) return text;
  const names = new Map([...choices.sets, ...choices.modules].map((one) => [one.name, one.text]));
  return text.replace(/\b[a-z]+(?:_[a-z]+)*\b/g, (word) => names.get(word) ?? word);
}

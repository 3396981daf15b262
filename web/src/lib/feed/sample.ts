/**
 * A real game, cut down, for tests: Ada (seat 0) against Greedy, base set, three cards of the Wilds.
 * It is not part of the bundle.
 */
import type { Table, Update, View } from "$lib/api/generated";
import type { StageUpdate } from "./stage.svelte";
import file from "./sample.json";

interface Sample {
  table: Table;
  updates: Update[];
  attack: { before: View; update: Update };
}

const sample = (): Sample => structuredClone(file) as unknown as Sample;

/** The table as Ada gets it, in Greedy's first turn. */
export const sampleTable = (): Table => sample().table;

/**
 * The updates that follow: 0-2 Greedy summons and captures, and Ada draws and rolls; 3-7 she
 * summons, takes it back twice; 8 attacks; 9 captures, and Greedy scores; 10-11 Greedy's next roll.
 */
export const sampleUpdates = (): Update[] => sample().updates;

/** An attack of Ada's in which Greedy's die 23 falls, and the view before it. */
export const sampleAttack = (): { before: View; update: Update } => sample().attack;

/** Ada's view in her first turn, after her roll, with what she is asked. */
export function sampleTurn(): Table {
  const table = sampleTable();
  for (const update of sampleUpdates().slice(0, 3)) {
    const { view, state, prompt, log } = update;
    Object.assign(table, { state, prompt, waiting_for: update.waiting_for });
    table.view = { ...table.view, ...view } as View;
    table.log = [...table.log, ...log];
  }
  return table;
}

/** An update as the stage takes it. */
export function staged(update: Update): StageUpdate {
  const { view, events, log, log_from: logFrom, undone, prompt, waiting_for: waitingFor } = update;
  const { can_undo: canUndo, why_not: whyNot, can_ask_undo: canAskUndo } = update;
  const asked = { prompt, waitingFor, canUndo, whyNot, canAskUndo };
  return { view, events, log, logFrom, undone, asked };
}

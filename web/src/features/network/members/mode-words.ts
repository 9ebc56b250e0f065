import type { Mode } from "./network-view.ts";

/** The specification's three modes as the switch names them, and in the middle of a sentence. */
export const modeWords: Readonly<Record<Mode, { name: string; meaning: string }>> = {
  current: { name: "Current", meaning: "since the last payout" },
  historical: { name: "Historical", meaning: "until the last payout" },
  total: { name: "Total", meaning: "from the start" },
};

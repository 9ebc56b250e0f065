import type { Ledger } from "../platform/ledger/ledger.ts";

/**
 * A ledger in which something happens once between what a command decides and what it writes, as when somebody else is faster.
 */
export function withMeanwhile(ledger: Ledger, happens: () => Promise<unknown>): Ledger {
  let isDue = true;
  return {
    ...ledger,
    execute: (command, decide) =>
      ledger.execute(command, async (streams) => {
        const decision = await decide(streams);
        if (isDue) await happens();
        isDue = false;
        return decision;
      }),
  };
}

import type { Tx } from "../db/database.ts";

/** What a command writes beside its events, in their transaction. */
export type SideWrite = (tx: Tx) => Promise<void>;

/** What a frequent command writes: with the rows of all commands of its batch that write the same, in one statement. */
export type SharedSideWrite = Readonly<{ shared: SharedWriter; add: (tx: Tx) => void }>;

type SharedWriter = Readonly<{
  /** Writes what was added for this transaction. */
  flush: SideWrite;
}>;

/**
 * For commands that come many at once: all writers of the ledger wait while a batch writes, so its commands share one
 * statement instead of a round trip each. Where it fails, the commands are tried one by one.
 *
 * @param write called once for a batch, with a row of each of its commands
 */
export function sharedSideWrite<Row>(
  write: (tx: Tx, rows: readonly Row[]) => Promise<void>,
): (row: Row) => SharedSideWrite {
  const rowsOf = new WeakMap<Tx, Row[]>();
  const shared: SharedWriter = {
    async flush(tx) {
      const rows = rowsOf.get(tx) ?? [];
      rowsOf.delete(tx);
      await write(tx, rows);
    },
  };
  return (row) => ({
    shared,
    add(tx) {
      const rows = rowsOf.get(tx);
      if (rows) rows.push(row);
      else rowsOf.set(tx, [row]);
    },
  });
}

/** One statement or more to run, and which commands of the batch fail with it. */
type Write = Readonly<{ run: SideWrite; indexes: number[] }>;

/** In the order of the commands; a shared write has the place of its first command. */
export function writesOf(
  tx: Tx,
  commands: readonly Readonly<{ index: number; sideWrites: SideWrite | SharedSideWrite }>[],
): readonly Write[] {
  const writes: Write[] = [];
  const sharedWrites = new Map<SharedWriter, Write>();
  for (const { index, sideWrites } of commands) {
    if (typeof sideWrites === "function") {
      writes.push({ run: sideWrites, indexes: [index] });
      continue;
    }
    const { shared, add } = sideWrites;
    add(tx);
    const known = sharedWrites.get(shared);
    if (known) {
      known.indexes.push(index);
      continue;
    }
    const write = { run: shared.flush, indexes: [index] };
    sharedWrites.set(shared, write);
    writes.push(write);
  }
  return writes;
}

/** For one command, whichever kind its side writes have. */
export async function writeOwn(
  tx: Tx,
  sideWrites: SideWrite | SharedSideWrite | undefined,
): Promise<void> {
  if (sideWrites === undefined) return;
  for (const { run } of writesOf(tx, [{ index: 0, sideWrites }])) await run(tx);
}

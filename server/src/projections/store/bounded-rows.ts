import type { RowsByKey } from "../../platform/read-model/projection-rows.ts";

type Slot<Row> = { row: Row; state: "new" | "changed" | "saved" };

/** Rows that have to be saved: those that the table does not have yet, and those that it has otherwise. */
export type UnsavedRows<Row> = Readonly<{ added: readonly Row[]; changed: readonly Row[] }>;

/** Rows of a table of any size, of which the lately used ones are in memory. */
export type BoundedRows<Key, Row> = RowsByKey<Key, Row> &
  Readonly<{
    has: (key: Key) => boolean;
    /** Rows as they are in the table. */
    fill: (rows: readonly Row[]) => void;
    /** Forgets the older half once there are too many, and answers what of it has to be saved. */
    takeForgotten: () => UnsavedRows<Row>;
    /** Everything that has to be saved; nothing is forgotten. */
    takeUnsaved: () => UnsavedRows<Row>;
  }>;

/**
 * Two generations: what is used moves to the young one, and when that is full the old one goes. An
 * order is placed, paid and then rarely touched, so this is nearly as good as keeping exact account
 * of use and costs a Map's lookup.
 */
export function createBoundedRows<Key, Row>(
  keyOf: (row: Row) => Key,
  rowsMax = Number.POSITIVE_INFINITY,
): BoundedRows<Key, Row> {
  let young = new Map<Key, Slot<Row>>();
  let old = new Map<Key, Slot<Row>>();

  function find(key: Key): Slot<Row> | undefined {
    const slot = young.get(key);
    if (slot) return slot;
    const older = old.get(key);
    if (!older) return undefined;
    old.delete(key);
    young.set(key, older);
    return older;
  }

  return {
    has: (key) => find(key) !== undefined,
    get: (key) => find(key)?.row,
    put(key, row) {
      const slot = find(key);
      if (!slot) {
        young.set(key, { row, state: "new" });
        return;
      }
      slot.row = row;
      if (slot.state === "saved") slot.state = "changed";
    },
    fill(rows) {
      for (const row of rows) young.set(keyOf(row), { row, state: "saved" });
    },
    takeForgotten() {
      if (young.size < rowsMax / 2) return { added: [], changed: [] };
      const forgotten = unsavedOf([old]);
      old = young;
      young = new Map();
      return forgotten;
    },
    takeUnsaved: () => unsavedOf([old, young]),
  };
}

function unsavedOf<Key, Row>(generations: readonly Map<Key, Slot<Row>>[]): UnsavedRows<Row> {
  const added: Row[] = [];
  const changed: Row[] = [];
  for (const generation of generations) {
    for (const slot of generation.values()) {
      if (slot.state === "new") added.push(slot.row);
      if (slot.state === "changed") changed.push(slot.row);
      slot.state = "saved";
    }
  }
  return { added, changed };
}

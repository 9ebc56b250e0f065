import { createHash } from "node:crypto";
import type pg from "pg";
import type { BookTable } from "../../platform/read-model/projection-tables.ts";
import { compareTable, type TableDifference } from "./compare-tables.ts";
import { compareMembers, type MemberDifference } from "./member-differences.ts";

/** The live books beside a replay of the ledger, both as they stand at one position. */
export type DifferenceReport = Readonly<{
  position: number;
  isEqual: boolean;
  tables: readonly TableDifference[];
  members: readonly MemberDifference[];
  /**
   * Names this difference. Somebody who has read the report accepts it by this; sales that come in
   * meanwhile and differ in nothing do not change it.
   */
  hash: string;
}>;

/** Both sides are read in the one snapshot of the transaction that is open on `client`. */
export async function reportDifference(
  client: pg.ClientBase,
  tables: readonly BookTable[],
  position: number,
): Promise<DifferenceReport> {
  const differences: TableDifference[] = [];
  for (const table of tables) differences.push(await compareTable(client, table));
  const unequal = tables.filter((_, index) => differences[index]?.differing !== 0);
  const members = unequal.length === 0 ? [] : await compareMembers(client, unequal);
  return {
    position,
    isEqual: unequal.length === 0,
    tables: differences,
    members,
    hash: hashOf(differences, members),
  };
}

function hashOf(tables: readonly TableDifference[], members: readonly MemberDifference[]): string {
  const differing = tables
    .filter((table) => table.differing > 0)
    .map(({ table, differing: count, examples }) => [table, count, examples]);
  const deltas = members.map(({ memberId, tables: names, figures, firstEvent }) => [
    memberId,
    names,
    figures.map(({ name, delta }) => [name, delta]),
    firstEvent,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([differing, deltas]))
    .digest("hex");
}

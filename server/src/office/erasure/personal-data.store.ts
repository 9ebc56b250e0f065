import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import { inBatches } from "../../platform/db/in-batches.ts";
import { erasedText } from "../../platform/free-text/free-text.rules.ts";
import { type Person, personalData, type PersonalTable } from "./personal-data.ts";

/** Erases what the tables have of a person. @returns how many rows of each table */
export async function erasePersonalData(
  tx: Tx,
  person: Person,
): Promise<ReadonlyMap<string, number>> {
  const erased = new Map<string, number>();
  for (const described of personalData) {
    const statement = erasing(described, person);
    if (!statement) continue;
    const { numAffectedRows = 0n } = await statement.execute(tx);
    erased.set(described.table, Number(numAffectedRows));
  }
  return erased;
}

function erasing(
  { table, whose, erase, through }: PersonalTable,
  person: Person,
): RawBuilder<unknown> | null {
  if (!whose || !erase) return null;
  const from = sql.table(table);
  if (through)
    return sql`select ${sql.ref(through)}(array(select id from ${from} where ${whose(person)}))`;
  if (erase === "row") return sql`delete from ${from} where ${whose(person)}`;
  const values = valuesOf(erase).map(({ column, value }) => sql`${column} = ${value}`);
  return sql`update ${from} set ${sql.join(values)} where ${whose(person)}`;
}

type Purge = Readonly<{
  /** Of retention. */
  days: number;
  run: (db: Database, before: string, isOver?: () => boolean) => Promise<void>;
}>;

/** What deletes the data of each table that is older than its retention. */
export const purges: readonly Purge[] = personalData.flatMap(({ table, kept = [] }) =>
  kept.map(({ days, since, rows = sql`true`, set }) => ({
    days,
    run: async (db, before, isOver = () => false) => {
      const isOld = sql`${sql.ref(since)} < ${before}::timestamptz and (${rows})`;
      if (!set) return inBatches(db, table, isOld, { isOver });
      const values = valuesOf(set);
      const written = values.map(({ column, value }) => sql`${column} = ${value}`);
      // A row that was purged before is not written again every day.
      const isNew = values.map(({ column, value }) => sql`${column} is distinct from ${value}`);
      const isLeft = sql`${isOld} and (${sql.join(isNew, sql` or `)})`;
      await inBatches(db, table, isLeft, { set: sql.join(written), isOver });
    },
  })),
);

function valuesOf(set: Exclude<PersonalTable["erase"], "row" | undefined>) {
  return Object.entries(set).map(([name, value]) => {
    const column = sql.ref(name);
    const isWords = value === erasedText;
    return {
      column,
      value: isWords ? sql`case when ${column} is not null then ${value} end` : sql`${value}`,
    };
  });
}

import { addDays, type Day } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import { rowOf, rowsOf } from "../../platform/db/rows.ts";
import { identityOf, isOneAccount } from "./account-number.rules.ts";
import type { FileLine } from "./known-lines.rules.ts";
import { missingAmong } from "./missing-lines.rules.ts";

const storedRow = z.strictObject({
  id: z.int(),
  at: z.enum(["in", "out"]),
  account: z.string(),
  day: z.iso.date(),
  amount: z.int(),
  description: z.string(),
  upload: z.string(),
  missingFrom: z.int().nullable(),
});
type StoredRow = z.infer<typeof storedRow>;
export type MissingLine = Readonly<Pick<StoredRow, "day" | "amount" | "description">>;

type Statement = Readonly<{
  id: number;
  account: string;
  days: Readonly<{ from: Day; to: Day }>;
  lines: readonly FileLine[];
  /** Its own lines, which may be of several statements. */
  upload: Readonly<{ uploaded_at: string; file_name: string }>;
}>;

/**
 * Marks the stored lines of earlier uploads that this statement should have and does not, and unmarks those that it has: they were
 * taken back by the bank, or somebody wrote them into a file. The last day of a statement may not have been over when it was
 * made. What is a copy of another line, or is said to be one, is not compared.
 */
export async function noteMissing(
  tx: Tx,
  { id, account, days, lines, upload }: Statement,
): Promise<readonly MissingLine[]> {
  const until = addDays(days.to, -1);
  if (until < days.from) return [];
  const isEarlier = sql`booked_on between ${days.from} and ${until} and ${isCompared}
    and (uploaded_at, file_name) is distinct from (${upload.uploaded_at}::timestamptz, ${upload.file_name}::text)`;
  const rows = await rowsOf(
    tx,
    storedRow,
    sql`
    select id, 'in' as at, account, booked_on as day, amount, description,
      concat(uploaded_at, ' ', file_name) as upload, missing_from as "missingFrom"
    from bank_line where ${isEarlier}
    union all
    select id, 'out', account, booked_on, -amount, description,
      concat(uploaded_at, ' ', file_name), missing_from
    from bank_debit where ${isEarlier}
    order by day, at, id`,
  );
  const near = lines.filter(({ day }) => day >= days.from && day <= until);
  const stored = ofAccount(account, rows, near);
  const missing = new Set(missingAmong(stored, near));
  const found = stored.filter((row) => row.missingFrom !== null && !missing.has(row));
  await mark(tx, [...missing], id);
  await mark(tx, found, null);
  return [...missing].map(({ day, amount, description }) => ({ day, amount, description }));
}

/** For the audit, where something is missing. */
export function missingInWords(missing: readonly MissingLine[]) {
  if (missing.length === 0) return {};
  const missingAmount = missing.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  return { missing: missing.length, missingAmount };
}

const isCompared = sql`repeats is null and kind is distinct from 'repeat'`;

/** Files that name no account may be of several: they are one where an upload and this file share a line. */
function ofAccount(
  account: string,
  rows: readonly StoredRow[],
  lines: readonly FileLine[],
): readonly StoredRow[] {
  if (identityOf(account) !== "") return rows.filter((row) => isOneAccount(account, row.account));
  const own = new Set(lines.map(factsOf));
  const unnamed = rows.filter((row) => identityOf(row.account) === "");
  const shared = new Set(unnamed.filter((row) => own.has(factsOf(row))).map((row) => row.upload));
  return unnamed.filter((row) => shared.has(row.upload));
}

function factsOf({ day, amount, description }: Pick<FileLine, "day" | "amount" | "description">) {
  return `${day} ${amount} ${description}`;
}

async function mark(
  tx: Tx,
  rows: readonly StoredRow[],
  missing_from: number | null,
): Promise<void> {
  const idsOf = (at: StoredRow["at"]) => rows.flatMap((row) => (row.at === at ? row.id : []));
  const [incoming, outgoing] = [idsOf("in"), idsOf("out")];
  if (incoming.length > 0)
    await tx.updateTable("bank_line").set({ missing_from }).where("id", "in", incoming).execute();
  if (outgoing.length > 0)
    await tx.updateTable("bank_debit").set({ missing_from }).where("id", "in", outgoing).execute();
}

const shownMax = 20;
const missingRow = storedRow.pick({ at: true, day: true, amount: true, description: true });
const countRow = z.strictObject({ count: z.int() });

const allMissing = sql`(
  select id, 'in' as at, booked_on as day, amount, description from bank_line
    where missing_from is not null and ${isCompared}
  union all select id, 'out', booked_on, -amount, description from bank_debit
    where missing_from is not null and ${isCompared}) missing`;

/** Stored transactions that a later statement of their days does not have, the largest first. */
export async function findMissing(db: ReadDatabase) {
  const { count } = await rowOf(
    db,
    countRow,
    sql`select count(*)::integer as count from ${allMissing}`,
  );
  const rows = await rowsOf(
    db,
    missingRow,
    sql`select at, day, amount, description from ${allMissing}
      order by abs(amount) desc, day, id limit ${shownMax}`,
  );
  return { count, rows };
}

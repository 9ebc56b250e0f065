import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { appendDurably } from "../../platform/files/write-durably.ts";
import { StartError } from "../../platform/start-error.ts";
import { leftByEmail } from "./person.queries.ts";
import { erasedEmailInTable } from "./personal-data.ts";

/** Outside the database, so that restoring an older backup does not restore an older list. */
export function erasedListIn(dataDir: string): string {
  return path.join(dataDir, "erased-people.txt");
}

/** Identifies an account without revealing anything; an id that is assigned again has another digest. */
export function digestOfAccount(account: Readonly<{ id: number; createdAt: string }>): string {
  return sha256Of(`${account.id} ${account.createdAt}`);
}

/** For people without an account: their orders, messages and alerts have ids that cannot be guessed. */
export function digestOf(as: string, id: string): string {
  return sha256Of(`${as} ${id}`);
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export async function insertErased(tx: Tx, digests: readonly string[], now: string): Promise<void> {
  await sql`
    insert into erased_person (digest, erased_at)
    select unnest(${digests}::text[]), ${now}::timestamptz on conflict do nothing`.execute(tx);
}

/** The digests of all people who were ever erased here; null when there is no list. */
export async function readErasedList(file: string): Promise<ReadonlySet<string> | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  return new Set(text.split("\n").filter((line) => /^[0-9a-f]{64}$/.test(line)));
}

/**
 * Appends the digests that the list lacks. An empty list is created too, so that a missing file always means a lost one.
 */
export async function completeErasedList(db: Database, file: string): Promise<number> {
  const erased = await db
    .selectFrom("erased_person")
    .select("digest")
    .orderBy("erased_at")
    .execute();
  const listed = await readErasedList(file);
  const missing = erased.flatMap(({ digest }) => (listed?.has(digest) ? [] : [digest]));
  if (listed && missing.length === 0) return 0;
  await mkdir(path.dirname(file), { recursive: true });
  await appendDurably(file, missing);
  return missing.length;
}

/** The SQL equivalent of `digestOfAccount`. */
const digestInTable = sql<string>`encode(sha256(convert_to(account.id || ' ' || to_char(
  date_trunc('milliseconds', account.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'UTF8')), 'hex')`;

/** Accounts of erased people, by the list or by the database, that are readable again. */
export async function listReadableAgain(
  db: ReadDatabase,
  listed: ReadonlySet<string>,
): Promise<number[]> {
  const rows = await db
    .selectFrom("account")
    .select("account.id")
    .where("account.email", "<>", erasedEmailInTable)
    .where((account) =>
      account.or([
        account(digestInTable, "=", sql<string>`any(${[...listed]}::text[])`),
        account(digestInTable, "in", account.selectFrom("erased_person").select("digest")),
      ]),
    )
    .orderBy("account.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Records in the database itself that these accounts were erased, in case the list is lost. */
export async function keepDigestsOf(
  tx: Tx,
  userIds: readonly number[],
  now: string,
): Promise<void> {
  await sql`
    insert into erased_person (digest, erased_at)
    select ${digestInTable}, ${now}::timestamptz from account where id = any(${[...userIds]}::integer[])
    on conflict do nothing`.execute(tx);
}

const orderAgainRow = z.strictObject({
  kind: z.literal("order"),
  id: z.guid(),
  number: z.int(),
  guest: z.guid().nullable(),
});
const leftAgainRow = z.strictObject({
  kind: z.literal("left"),
  as: z.string(),
  id: z.guid(),
  email: z.string(),
});

/** Data of a guest that the list names and this database has not erased. */
export type GuestAgain = z.infer<typeof orderAgainRow> | z.infer<typeof leftAgainRow>;

export async function listGuestsReadableAgain(
  db: ReadDatabase,
  listed: ReadonlySet<string>,
): Promise<GuestAgain[]> {
  if (listed.size === 0) return [];
  const digests = [...listed];
  const orders = await rowsOf(
    db,
    orderAgainRow,
    sql`
    select 'order' as kind, placed.order_id as id, placed.order_number as number, detail.guest_id as guest
    from projection.order_state placed left join order_detail detail using (order_id),
      encode(sha256(convert_to('order ' || placed.order_id, 'UTF8')), 'hex') as own
    where placed.buyer_id is null and own = any(${digests}::text[])
      and not exists (select from erased_person where digest = own)
    order by placed.order_number`,
  );
  const left = leftByEmail.map(
    ({ as, table, id, email }) => sql`
    select 'left' as kind, ${sql.lit(as)} as "as", ${sql.ref(id)} as id, ${sql.ref(email)} as email
    from ${sql.table(table)},
      encode(sha256(convert_to(${sql.lit(`${as} `)} || ${sql.ref(id)}, 'UTF8')), 'hex') as own
    where own = any(${digests}::text[])`,
  );
  const all = sql`${sql.join(left, sql` union all `)} order by 2, 3`;
  return [...orders, ...(await rowsOf(db, leftAgainRow, all))];
}

export function wordsOfGuest(guest: GuestAgain): string {
  if (guest.kind === "order") return `order ${orderReference(guest.number)}`;
  const inWords = leftByEmail.find(({ as }) => as === guest.as)?.inWords;
  return `${inWords} ${guest.id}`;
}

/**
 * Refuses to start on a database that was restored without `npm run db -- restore`, or whose restore could not erase
 * everyone again.
 *
 * @throws StartError naming the accounts and orders
 */
export async function requireErasedAreErased(db: ReadDatabase, file: string): Promise<void> {
  const listed = (await readErasedList(file)) ?? new Set<string>();
  const readable = [
    ...(await listReadableAgain(db, listed)).map((id) => `account ${id}`),
    ...(await listGuestsReadableAgain(db, listed)).map(wordsOfGuest),
  ];
  if (readable.length === 0) return;
  const named = readable.slice(0, namedMax).join(", ") + (readable.length > namedMax ? ", …" : "");
  throw new StartError(
    `People who were erased are readable again in this database (${named}), so the portal cannot start. Erase them again: npm run db -- erase-again.`,
  );
}

const namedMax = 10;

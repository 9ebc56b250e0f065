import { noteAction } from "@portal/shared/people/users/person.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { AddressRow } from "../../people/addresses/address.store.ts";
import { listAddresses } from "../../people/addresses/address.store.ts";
import {
  getVisibleUser,
  type ListedUser,
  listedUserFrom,
} from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/** What the head of a person's page says. Amounts are minor units of `currency`. */
export type Person = Readonly<{
  user: ListedUser;
  currency: Currency;
  figures: PersonFigures;
  /** What the office should know before it does anything else. */
  openPayout: Readonly<{ id: string; amount: number; requestedAt: string }> | null;
  /** Within the last thirty days. */
  bankDetailsSavedAt: string | null;
}>;

export type PersonFigures = Readonly<{
  /** Commission earned and not paid out. */
  unpaid: number;
  /** Live orders of the last ninety days that are paid: sold by the person, and bought. */
  sold: number;
  /** The same in parts of six days, the oldest first. */
  soldParts: readonly number[];
  bought: number;
  /** Active members below. */
  team: number;
  orders: number;
  recipients: number;
  notes: number;
}>;

const figureDays = 90;
const partDays = 6;
const bankDetailsDays = 30;

/**
 * A person as the office sees one at first sight (specification, section 6).
 *
 * @throws DomainError account.unknown
 */
export async function getPerson(
  { readDb, shop, now }: Pick<Caller, "readDb" | "shop" | "now">,
  viewer: SignedInUser,
  id: number,
): Promise<Person> {
  const row = await getVisibleUser(readDb, viewer, id);
  const [figures, waits, { currency }] = await Promise.all([
    readFigures(readDb, id, now()),
    readWaiting(readDb, id, now()),
    loadRegion(readDb, shop.region),
  ]);
  return { user: listedUserFrom(row, viewer), currency, figures, ...waits };
}

async function readFigures(db: ReadDatabase, id: number, now: string): Promise<PersonFigures> {
  const paidSince = sql`placed.live and placed.paid_at
    >= ${now}::timestamptz - make_interval(days => ${figureDays})`;
  const { rows } = await sql<Omit<PersonFigures, "sold">>`
    select
      array(
        select coalesce(sum(total - refunded), 0)::bigint
        from generate_series(${figureDays / partDays} - 1, 0, -1) ago
        left join projection.order_state placed on placed.seller_id = ${id} and ${paidSince}
          and floor(extract(epoch from ${now}::timestamptz - placed.paid_at) / ${partDays * 86_400}) = ago
        group by ago order by ago desc
      ) as "soldParts",
      coalesce((select accrued - paid from projection.wallet where user_id = ${id}), 0)::bigint
        as unpaid,
      (select coalesce(sum(total - refunded), 0)::bigint from projection.order_state placed
        where placed.buyer_id = ${id} and ${paidSince}) as bought,
      (select count(*)::integer from projection.member_path path
        join projection.member on member.user_id = path.descendant_id and member.active
        where path.ancestor_id = ${id} and path.depth > 0) as team,
      (select count(*)::integer from projection.order_state placed
        where placed.buyer_id = ${id}) as orders,
      (select count(*)::integer from address
        where owner_id = ${id} and deleted_at is null) as recipients,
      (select count(*)::integer from audit_entry
        where subject_id = ${id} and action = ${noteAction}) as notes`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error("nothing was counted");
  return { ...figures, sold: figures.soldParts.reduce((sum, part) => sum + part, 0) };
}

async function readWaiting(
  db: ReadDatabase,
  id: number,
  now: string,
): Promise<Pick<Person, "openPayout" | "bankDetailsSavedAt">> {
  const openPayout = await db
    .selectFrom("projection.payout_request")
    .select(["payout_id as id", "requested as amount", "requested_at as requestedAt"])
    .where("user_id", "=", id)
    .where("state", "=", "requested")
    .executeTakeFirst();
  const saved = await db
    .selectFrom("audit_entry")
    .select("at")
    .where("subject_id", "=", id)
    .where("action", "=", "bank-details.saved")
    .where(sql<boolean>`at >= ${now}::timestamptz - make_interval(days => ${bankDetailsDays})`)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return { openPayout: openPayout ?? null, bankDetailsSavedAt: saved?.at ?? null };
}

/** Where somebody has parcels sent, as their address book has it. @throws DomainError account.unknown */
export async function listRecipientsOf(
  { db, readDb }: Pick<Caller, "db" | "readDb">,
  viewer: SignedInUser,
  id: number,
): Promise<AddressRow[]> {
  await getVisibleUser(readDb, viewer, id);
  return listAddresses(db, { userId: id, guestId: null });
}

import { noteAction } from "@portal/shared/people/users/person.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { listAddresses, withNumbers } from "../../people/addresses/address.store.ts";
import { getVisibleUser, listedUserFrom } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

type PersonFigures = Readonly<{
  /** Commission earned and not paid out. */
  unpaid: number;
  /** Paid live orders of the last ninety days that the person sold, by six days, the oldest first. */
  soldParts: readonly number[];
  /** Paid live orders of the last ninety days that the person bought. */
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
 * The head of a person's page (specification, section 6). Amounts are minor units of `currency`.
 *
 * @throws DomainError account.unknown
 */
export async function getPerson(
  { readDb, shop, now }: Pick<Caller, "readDb" | "shop" | "now">,
  viewer: SignedInUser,
  id: number,
) {
  const row = await getVisibleUser(readDb, viewer, id);
  const [figures, alerts, { currency }] = await Promise.all([
    readFigures(readDb, id, now()),
    readAlerts(readDb, id, now()),
    loadRegion(readDb, shop.region),
  ]);
  return { user: listedUserFrom(row, viewer), currency, figures, ...alerts };
}

async function readFigures(db: ReadDatabase, id: number, now: string) {
  const paidSince = sql`placed.live and placed.paid_at
    >= ${now}::timestamptz - make_interval(days => ${figureDays})`;
  const { rows } = await sql<PersonFigures>`
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
  if (!figures) throw new Error("the query of figures returned no row");
  return { ...figures, sold: figures.soldParts.reduce((sum, part) => sum + part, 0) };
}

/** What the office should know first: an open payout request, and a recent change of bank details. */
async function readAlerts(db: ReadDatabase, id: number, now: string) {
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

/** The address book of a user. @throws DomainError account.unknown */
export async function listRecipientsOf(
  { db, readDb }: Pick<Caller, "db" | "readDb">,
  viewer: SignedInUser,
  id: number,
) {
  await getVisibleUser(readDb, viewer, id);
  return (await listAddresses(db, { userId: id, guestId: null })).map(withNumbers);
}

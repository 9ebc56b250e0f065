import type { GuestTarget } from "@portal/shared/people/users/erase-user.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { type Person, personalData } from "./personal-data.ts";

/** What people leave with their email and no account. */
export const leftByEmail = personalData.flatMap(({ table, listed }) =>
  listed ? [{ table, ...listed }] : [],
);

const orderRow = z.strictObject({
  id: z.guid(),
  number: z.int(),
  /** The browser that it was ordered from. */
  guest: z.guid().nullable(),
  buyerEmail: z.string().nullable(),
});
type BoughtOrder = Omit<z.infer<typeof orderRow>, "buyerEmail">;

/** A person without an account, and other buyers' orders from a browser that entered this person, which are not erased. */
export type Guest = Readonly<{ person: Person; orderedFor: readonly string[] }>;

/** Unlike a list of parameters, an array may be empty. */
function anyUuid(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

/** A user, with what the same email ordered, received and wrote without the account. */
export async function findPerson(
  db: ReadDatabase,
  { id: userId, email }: Readonly<{ id: number; email: string }>,
): Promise<Person> {
  const guests = await guestsOf(db, email);
  const buyers = await browsersOfBuyer(db, email);
  const orders = await ordersOf(
    db,
    // Not what another buyer ordered for this person.
    sql`(placed.buyer_id = ${userId} or placed.buyer_id is null and (detail.buyer_email = ${email}
      or detail.buyer_email is null and detail.guest_id = ${anyUuid(guests)}))`,
  );
  const browsers = orders.flatMap(({ guest }) =>
    guest !== null && (guests.includes(guest) || buyers.includes(guest)) ? [guest] : [],
  );
  const addresses = await db
    .selectFrom("address")
    .select("id")
    .where((row) =>
      row.or([
        row("guest_id", "=", anyUuid(browsers)),
        // Entered before the account existed, so that only the email tells whose it is.
        row.and([row("owner_id", "is", null), row(sql`lower(recipient_email)`, "=", email)]),
      ]),
    )
    .execute();
  const emails = [email];
  const addressIds = addresses.map(({ id }) => id);
  return { userId, emails, ...idsOf(orders), addressIds, left: await findLeft(db, emails) };
}

/**
 * By an email: the orders of that buyer, the orders without a buyer from a browser that entered the email, and what was left
 * with it. By an order: all orders from the browser of that order.
 *
 * @throws DomainError guest.unknown, guest.has-account
 */
export function findGuest(db: ReadDatabase, target: GuestTarget): Promise<Guest> {
  return "email" in target ? guestByEmail(db, target.email) : guestByOrder(db, target.orderNumber);
}

async function guestByEmail(db: ReadDatabase, email: string): Promise<Guest> {
  const emails = await withoutAccount(db, [email]);
  if (emails.length === 0) throw new DomainError("guest.has-account");
  const found = await ordersOf(
    db,
    sql`placed.buyer_id is null and (detail.buyer_email = ${email} or detail.guest_id in (
      select guest_id from address where owner_id is null and lower(recipient_email) = ${email}))`,
  );
  const orders = found.filter(({ buyerEmail }) => buyerEmail === null || buyerEmail === email);
  const orderedFor = found.filter((order) => !orders.includes(order)).map(({ id }) => id);
  const addresses = await db
    .selectFrom("address")
    .select("id")
    .where("owner_id", "is", null)
    .where(sql`lower(recipient_email)`, "=", email)
    .execute();
  const left = await findLeft(db, emails);
  const all = [orders, orderedFor, addresses, ...Object.values(left)];
  if (all.every(({ length }) => length === 0)) throw new DomainError("guest.unknown");
  const addressIds = addresses.map(({ id }) => id);
  return { person: { userId: null, emails, ...idsOf(orders), addressIds, left }, orderedFor };
}

async function guestByOrder(db: ReadDatabase, orderNumber: number): Promise<Guest> {
  const order = await db
    .selectFrom("projection.order_state as placed")
    .leftJoin("order_detail as detail", "detail.order_id", "placed.order_id")
    .select(["placed.order_id as id", "placed.buyer_id as buyerId", "detail.guest_id as guestId"])
    .where("placed.order_number", "=", orderNumber)
    .executeTakeFirst();
  if (!order) throw new DomainError("guest.unknown");
  if (order.buyerId !== null) throw new DomainError("guest.has-account");
  const isTheirs =
    order.guestId === null
      ? sql`placed.order_id = ${order.id}`
      : sql`detail.guest_id = ${order.guestId}`;
  const orders = await ordersOf(db, sql`placed.buyer_id is null and ${isTheirs}`);
  return { person: await findBuyer(db, orders), orderedFor: [] };
}

/** Who bought these orders without an account: with the recipients that their browsers entered. */
export async function findBuyer(db: ReadDatabase, orders: readonly BoughtOrder[]): Promise<Person> {
  const guests = orders.flatMap(({ guest }) => guest ?? []);
  const rows = await db
    .selectFrom("address")
    .select(["id", sql<string>`lower(recipient_email)`.as("email")])
    .where("owner_id", "is", null)
    .where("guest_id", "=", anyUuid(guests))
    .execute();
  const buyers = await db
    .selectFrom("order_detail")
    .select("buyer_email as email")
    .where("order_id", "=", anyUuid(orders.map(({ id }) => id)))
    .execute();
  const all = [...rows, ...buyers].flatMap(({ email }) => email ?? []);
  const emails = await withoutAccount(db, [...new Set(all)]);
  const addressIds = rows.map(({ id }) => id);
  return { userId: null, emails, ...idsOf(orders), addressIds, left: await findLeft(db, emails) };
}

/** Who left this row without an account. */
export async function findWhoLeft(
  db: ReadDatabase,
  { as, id, email }: Readonly<{ as: string; id: string; email: string }>,
): Promise<Person> {
  const emails = await withoutAccount(db, [email]);
  const left = { ...(await findLeft(db, emails)), [as]: [id] };
  return { userId: null, emails, ...idsOf([]), addressIds: [], left };
}

function idsOf(orders: readonly BoughtOrder[]) {
  return {
    orderIds: orders.map(({ id }) => id),
    orderNumbers: orders.map(({ number }) => number),
  };
}

function ordersOf(db: ReadDatabase, condition: RawBuilder<unknown>) {
  return rowsOf(
    db,
    orderRow,
    sql`
    select placed.order_id as id, placed.order_number as number, detail.guest_id as guest,
      detail.buyer_email as "buyerEmail"
    from projection.order_state placed left join order_detail detail using (order_id)
    where ${condition}
    order by placed.order_number`,
  );
}

const leftRow = z.strictObject({ id: z.guid() });

async function findLeft(db: ReadDatabase, emails: readonly string[]): Promise<Person["left"]> {
  const left: Record<string, readonly string[]> = {};
  for (const { as, table, id, email } of leftByEmail) {
    const rows = await rowsOf(
      db,
      leftRow,
      sql`
      select ${sql.ref(id)} as id from ${sql.table(table)}
      where ${sql.ref(email)} = any(${emails}::text[])`,
    );
    left[as] = rows.map((row) => row.id);
  }
  return left;
}

/** Guest browsers whose recipients all have this email. */
async function guestsOf(db: ReadDatabase, email: string): Promise<string[]> {
  const guests = await db
    .selectFrom("address")
    .select("guest_id as id")
    .where("owner_id", "is", null)
    .where("guest_id", "is not", null)
    .groupBy("guest_id")
    .having(sql<boolean>`bool_and(lower(recipient_email) = ${email})`)
    .execute();
  return guests.flatMap(({ id }) => id ?? []);
}

/** Guest browsers whose orders all have this buyer: all recipients that they entered are this buyer's. */
async function browsersOfBuyer(db: ReadDatabase, email: string): Promise<string[]> {
  const browsers = await db
    .selectFrom("order_detail")
    .select("guest_id as id")
    .where("guest_id", "in", (detail) =>
      detail.selectFrom("order_detail").select("guest_id").where("buyer_email", "=", email),
    )
    .groupBy("guest_id")
    .having(sql<boolean>`bool_and(buyer_email is not distinct from ${email})`)
    .execute();
  return browsers.flatMap(({ id }) => id ?? []);
}

/** Data of an email that has an account is erased with that account. */
async function withoutAccount(db: ReadDatabase, emails: readonly string[]): Promise<string[]> {
  const owned = await db
    .selectFrom("account")
    .select("email")
    .where((row) => row("email", "=", row.fn.any(row.val(emails))))
    .execute();
  const taken = new Set(owned.map(({ email }) => email));
  return emails.filter((email) => email !== "" && !taken.has(email));
}

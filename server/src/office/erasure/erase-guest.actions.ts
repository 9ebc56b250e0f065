import { orderReference } from "@portal/shared/platform/order-reference.ts";
import {
  type EraseGuest,
  type GuestTarget,
  guestTargetOf,
} from "@portal/shared/people/users/erase-user.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { clearTriesOf } from "../../people/accounts/sign-in-attempts.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import {
  anyUuid,
  type BoughtOrder,
  eraseContactOf,
  eraseMailsAbout,
  eraseStockAlertsOf,
  eraseTracesOf,
} from "./erase-traces.store.ts";
import { digestOf, type GuestAgain, insertErased } from "./erased-list.ts";
import { nameOrdersOfOldLines } from "../../sales/bank-lines/bank-line.actions.ts";
import { listDueOrders } from "./money-due.queries.ts";

/**
 * Erases a person without an account. A job adds them to the list of erased people, so that restoring an older backup
 * erases them again.
 *
 * @throws DomainError guest.unknown, guest.has-account, order.money-due, order.to-ship
 */
export async function eraseGuestForOffice(
  caller: Caller,
  { who }: EraseGuest,
): Promise<ErasedGuest> {
  const target = guestTargetOf(who);
  if (!target) throw new DomainError("guest.unknown");
  return caller.db.transaction().execute(async (tx) => {
    const erased = await eraseGuest(tx, target, caller.now());
    await insertAudit(tx, caller, { action: "guest.erased", details: erased });
    await caller.jobs.enqueue(tx, "housekeeping", {});
    return erased;
  });
}

type ErasedGuest = Readonly<{ orders: number; addresses: number; contacts: number }>;

/** The data of a person without an account. */
type Guest = Readonly<{
  orders: readonly BoughtOrder[];
  /** Other buyers' orders from a browser that entered this person as a recipient; they are not erased. */
  orderedFor: readonly BoughtOrder[];
  addressIds: readonly number[];
  /** Without those that belong to an account. */
  emails: readonly string[];
  contactIds: readonly string[];
}>;

/**
 * Deletes the data of a person who ordered or wrote to the shop without an account. By an email: the orders of that buyer,
 * the orders without a buyer from a browser that entered the email, and the messages from it. By an order: all orders from
 * the browser of that order. The ledger keeps orders and amounts.
 *
 * @throws DomainError guest.unknown, guest.has-account, order.money-due, order.to-ship
 */
export async function eraseGuest(tx: Tx, target: GuestTarget, now: string): Promise<ErasedGuest> {
  const guest =
    "email" in target ? await guestByEmail(tx, target.email) : await guestByOrder(tx, target);
  await requireNothingDue(tx, [...guest.orders, ...guest.orderedFor], now);
  return eraseKnown(tx, guest, now);
}

/** Erases again in a restored backup; what was due has been settled before the first time. */
export async function eraseGuestAgain(tx: Tx, again: GuestAgain, now: string): Promise<void> {
  if (again.kind === "order") {
    const orders = [again];
    const known = await recipientsOf(tx, orders);
    await eraseKnown(tx, { orders, orderedFor: [], ...known, contactIds: [] }, now);
    return;
  }
  if (again.kind === "stock-alert") {
    await tx.deleteFrom("stock_alert").where("id", "=", again.id).execute();
    return;
  }
  const emails = await withoutAccount(tx, [again.email]);
  const contact = { orders: [], orderedFor: [], addressIds: [], contactIds: [again.id] };
  await eraseKnown(tx, { ...contact, emails }, now);
}

async function eraseKnown(tx: Tx, guest: Guest, now: string): Promise<ErasedGuest> {
  const { orders, addressIds, emails, contactIds } = guest;
  const orderIds = orders.map(({ id }) => id);
  await eraseTracesOf(tx, null, orders);
  await eraseMailsAbout(tx, orderIds, emails);
  await eraseContactOf(tx, contactIds);
  await tx
    .deleteFrom("address")
    .where((row) => row("id", "=", row.fn.any(row.val(addressIds))))
    .execute();
  for (const email of emails) await clearTriesOf(tx, email);
  const alertIds = await eraseStockAlertsOf(tx, emails);
  const digests = [
    ...orderIds.map((id) => digestOf("order", id)),
    ...contactIds.map((id) => digestOf("contact", id)),
    ...alertIds.map((id) => digestOf("stock-alert", id)),
  ];
  await insertErased(tx, digests, now);
  return { orders: orders.length, addresses: addressIds.length, contacts: contactIds.length };
}

async function guestByEmail(tx: Tx, email: string): Promise<Guest> {
  const known = await withoutAccount(tx, [email]);
  if (known.length === 0) throw new DomainError("guest.has-account");
  const found = await ordersOf(
    tx,
    sql`(detail.buyer_email = ${email} or detail.guest_id in (select guest_id from address
      where owner_id is null and lower(recipient_email) = ${email}))`,
  );
  const orders = found.filter(({ buyerEmail }) => buyerEmail === null || buyerEmail === email);
  const orderedFor = found.filter((order) => !orders.includes(order));
  const addresses = await tx
    .selectFrom("address")
    .select("id")
    .where("owner_id", "is", null)
    .where(sql`lower(recipient_email)`, "=", email)
    .execute();
  const contacts = await tx
    .selectFrom("contact_message")
    .select("command_id as id")
    .where("email", "=", email)
    .execute();
  const alerts = await tx
    .selectFrom("stock_alert")
    .select("id")
    .where("email", "=", email)
    .execute();
  const isKnown = orders.length + addresses.length + contacts.length + alerts.length > 0;
  if (!isKnown) throw new DomainError("guest.unknown");
  return {
    orders,
    orderedFor,
    addressIds: addresses.map(({ id }) => id),
    emails: known,
    contactIds: contacts.map(({ id }) => id),
  };
}

async function guestByOrder(
  tx: Tx,
  { orderNumber }: Readonly<{ orderNumber: number }>,
): Promise<Guest> {
  const order = await tx
    .selectFrom("projection.order_state as placed")
    .leftJoin("order_detail as detail", "detail.order_id", "placed.order_id")
    .select(["placed.order_id as id", "placed.buyer_id as buyerId", "detail.guest_id as guestId"])
    .where("placed.order_number", "=", orderNumber)
    .executeTakeFirst();
  if (!order) throw new DomainError("guest.unknown");
  if (order.buyerId !== null) throw new DomainError("guest.has-account");
  const orders = await ordersOf(
    tx,
    order.guestId === null
      ? sql`placed.order_id = ${order.id}`
      : sql`detail.guest_id = ${order.guestId}`,
  );
  const { addressIds, emails } = await recipientsOf(tx, orders);
  const contacts = await tx
    .selectFrom("contact_message")
    .select("command_id as id")
    .where((row) => row("email", "=", row.fn.any(row.val(emails))))
    .execute();
  return { orders, orderedFor: [], addressIds, emails, contactIds: contacts.map(({ id }) => id) };
}

/** Orders whose buyer has no account. */
async function ordersOf(tx: Tx, condition: RawBuilder<unknown>) {
  const { rows } = await sql<BoughtOrder & { buyerEmail: string | null }>`
    select placed.order_id as id, placed.order_number as number, detail.guest_id as guest,
      detail.buyer_email as "buyerEmail"
    from projection.order_state placed left join order_detail detail using (order_id)
    where placed.buyer_id is null and ${condition}
    order by placed.order_number`.execute(tx);
  return rows;
}

/** The recipients that the browsers of these orders entered, and the emails of these recipients and of the buyers. */
async function recipientsOf(
  tx: Tx,
  orders: readonly BoughtOrder[],
): Promise<Pick<Guest, "addressIds" | "emails">> {
  const guests = orders.flatMap(({ guest }) => guest ?? []);
  const rows = await tx
    .selectFrom("address")
    .select(["id", sql<string>`lower(recipient_email)`.as("email")])
    .where("owner_id", "is", null)
    .where("guest_id", "=", anyUuid(guests))
    .execute();
  const buyers = await tx
    .selectFrom("order_detail")
    .select("buyer_email as email")
    .where("order_id", "=", anyUuid(orders.map(({ id }) => id)))
    .execute();
  const emails = [...rows, ...buyers].flatMap(({ email }) => email ?? []);
  return {
    addressIds: rows.map(({ id }) => id),
    emails: await withoutAccount(tx, [...new Set(emails)]),
  };
}

/** Data of an email that has an account is erased with that account. */
async function withoutAccount(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const owned = await tx
    .selectFrom("account")
    .select("email")
    .where((row) => row("email", "=", row.fn.any(row.val(emails))))
    .execute();
  const taken = new Set(owned.map(({ email }) => email));
  return emails.filter((email) => email !== "" && !taken.has(email));
}

/** After erasing, nothing could be refunded or sent to the person. */
async function requireNothingDue(
  tx: Tx,
  orders: readonly BoughtOrder[],
  now: string,
): Promise<void> {
  await nameOrdersOfOldLines(tx);
  const ids = orders.map(({ id }) => id);
  const [due] = await listDueOrders(readOnly(tx), sql`"order".order_id = ${anyUuid(ids)}`, now);
  if (!due) return;
  const code = due.reason === "to-ship" ? "order.to-ship" : "order.money-due";
  throw new DomainError(code, orderReference(due.orderNumber));
}

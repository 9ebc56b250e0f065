import { orderReference } from "@portal/shared/platform/order-reference.ts";
import {
  type EraseGuest,
  type GuestTarget,
  guestTargetOf,
} from "@portal/shared/people/users/erase-user.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { nameOrdersOfOldLines } from "../../sales/bank-lines/bank-line.actions.ts";
import { digestOf, type GuestAgain, insertErased } from "./erased-list.ts";
import { listDueOrders } from "./money-due.queries.ts";
import { findBuyer, findGuest, findWhoLeft, type Guest } from "./person.queries.ts";
import { erasePersonalData } from "./personal-data.store.ts";
import type { Person } from "./personal-data.ts";

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

/**
 * Deletes the data of a person who ordered or wrote to the shop without an account, found as `findGuest` says. The ledger
 * keeps orders and amounts.
 *
 * @throws DomainError guest.unknown, guest.has-account, order.money-due, order.to-ship
 */
export async function eraseGuest(tx: Tx, target: GuestTarget, now: string): Promise<ErasedGuest> {
  const guest = await findGuest(readOnly(tx), target);
  await requireNothingDue(tx, guest, now);
  return eraseKnown(tx, guest.person, now);
}

/** Erases again in a restored backup; what was due has been settled before the first time. */
export async function eraseGuestAgain(tx: Tx, again: GuestAgain, now: string): Promise<void> {
  const db = readOnly(tx);
  const person =
    again.kind === "order" ? await findBuyer(db, [again]) : await findWhoLeft(db, again);
  await eraseKnown(tx, person, now);
}

async function eraseKnown(tx: Tx, person: Person, now: string): Promise<ErasedGuest> {
  const { orderIds, addressIds, left } = person;
  await erasePersonalData(tx, person);
  const digests = Object.entries({ order: orderIds, ...left }).flatMap(([as, ids]) =>
    ids.map((id) => digestOf(as, id)),
  );
  await insertErased(tx, digests, now);
  return {
    orders: orderIds.length,
    addresses: addressIds.length,
    contacts: left["contact"]?.length ?? 0,
  };
}

/** After erasing, nothing could be refunded or sent to the person. */
async function requireNothingDue(
  tx: Tx,
  { person, orderedFor }: Guest,
  now: string,
): Promise<void> {
  await nameOrdersOfOldLines(tx);
  const ids = [...person.orderIds, ...orderedFor];
  const isOne = sql`"order".order_id = any(${ids}::uuid[])`;
  const [due] = await listDueOrders(readOnly(tx), isOne, now);
  if (!due) return;
  const code = due.reason === "to-ship" ? "order.to-ship" : "order.money-due";
  throw new DomainError(code, orderReference(due.orderNumber));
}

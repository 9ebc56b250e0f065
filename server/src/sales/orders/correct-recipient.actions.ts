import { goesByCourier } from "@portal/shared/sales/delivery/delivery.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { CorrectRecipient } from "@portal/shared/people/addresses.ts";
import type { OrderRecipient } from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import {
  addressFields,
  type KnownAddress,
  withPlace,
} from "../../people/addresses/address.actions.ts";
import {
  type AddressFields,
  type AddressRow,
  findAddress,
  insertOrderCopy,
  reserveAddressId,
} from "../../people/addresses/address.store.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import { once } from "../../platform/ledger/ledger.ts";
import { type DeliveryOrder, getDeliveryOrder } from "../delivery/order-delivery.queries.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { findGuestBuyer } from "./order-buyer.queries.ts";
import { recipientKey } from "./order-history.queries.ts";
import { orderDecider } from "./order.decider.ts";
import { orderEvents, orderStream } from "./order.events.ts";
import { whyRecipientStays } from "./order.rules.ts";
import { listBookings, lockRecipients } from "../delivery/courier-booking.store.ts";
import { orderRecipientCorrected } from "./order.messages.ts";

/**
 * One recipient of an order, to be corrected.
 *
 * @throws DomainError order.unknown, order.unknown-address, or why it cannot be corrected: order.recipient-booked,
 *   order.recipient-underway, order.recipient-unclear, order.recipient-over
 */
export async function getOrderRecipient(
  { db }: Pick<Caller, "db">,
  { uuid, section }: OrderRecipient,
): Promise<KnownAddress> {
  const order = await getDeliveryOrder(readOnly(db), uuid);
  await requireChangeable(db, order, section);
  return withPlace(await findRecipient(db, order, section), order.region);
}

/**
 * Changes the address of one section of an order, by the office alone (docs/decisions.md, 2). The order gets a corrected
 * copy of its own; the former address and the buyer's address book stay as they are. Where the place changes, the courier
 * is asked for a new quote, but the buyer's price stays (docs/decisions.md, 9). The buyer gets a message; where it goes to the
 * recipient, because the order names no buyer, it goes to the former address too. Another place, email or number requires recent authentication, of an
 * unpaid order too: it may be paid before anybody looks.
 *
 * @throws DomainError as `getOrderRecipient`; edit.changed-meanwhile, address.unknown-place, address.other-country
 */
export async function correctRecipient(
  caller: Caller,
  { commandId, uuid, section, formerAddressId, ...given }: CorrectRecipient,
) {
  const { db } = caller;
  const order = await getDeliveryOrder(readOnly(db), uuid);
  const corrected = addressFields(given, order.region);
  const former = await findAddress(db, formerAddressId);
  const newAddressId = once(() => reserveAddressId(db));
  const placeChanged = former === null || !isSamePlace(former, corrected);
  const isQuotedAnew = placeChanged && order.live && goesByCourier(order.region, order.service);

  const request = { action: "orders.correctRecipient", uuid, section, formerAddressId, given };
  const { answer } = await caller.ledger.execute(
    commandFrom(caller, commandId, request),
    async (streams) => {
      await requireChangeable(db, order, section);
      if (placeChanged || areContactsChanged(former, corrected))
        await requireRecentAuthentication(caller);
      const stream = await streams.load(orderStream(uuid), orderDecider, orderEvents);
      const addressId = await newAddressId();
      const change = { section, formerAddressId, addressId, placeChanged };
      const events = stream.decide({ type: "CorrectRecipient", orderId: uuid, ...change });
      return {
        events: inStream(orderStream(uuid), events),
        answer: { uuid, addressId, isQuotedAnew },
        sideWrites: async (tx) => {
          await lockRecipients(tx, uuid);
          await requireChangeable(tx, order, section);
          await insertOrderCopy(
            tx,
            { id: addressId, copyOf: formerAddressId },
            corrected,
            caller.now(),
          );
          await insertAudit(tx, caller, {
            action: "order.recipient-corrected",
            subjectId: order.buyerId,
            target: uuid,
            details: { section, formerAddressId, addressId },
          });
          await queueMessage(tx, caller, recipientKey(uuid, addressId), orderRecipientCorrected, {
            userId: order.buyerId,
            orderId: uuid,
          });
          await tellFormerRecipient(tx, caller, { order, former, corrected, addressId });
          if (isQuotedAnew) await caller.jobs.enqueue(tx, "quote-delivery", { orderId: uuid });
        },
      };
    },
  );
  return answer;
}

type Correction = Readonly<{
  order: DeliveryOrder;
  former: AddressRow | null;
  corrected: AddressFields;
  addressId: number;
}>;

/** The present recipient reads the messages of an order that names no buyer, so a new email would be warned of itself. */
async function tellFormerRecipient(
  tx: Tx,
  caller: Caller,
  { order: { orderId, buyerId }, former, corrected, addressId }: Correction,
): Promise<void> {
  const formerEmail = former?.recipientEmail ?? "";
  if (formerEmail === "" || formerEmail === corrected.recipientEmail || buyerId !== null) return;
  if (await findGuestBuyer(readOnly(tx), orderId)) return;
  const key = `${recipientKey(orderId, addressId)}:former`;
  const about = { userId: null, orderId };
  const contacts = { formerEmail, formerCell: null };
  await queueMessage(tx, caller, key, orderRecipientCorrected, about, { former: contacts });
}

async function requireChangeable(
  db: Database,
  { orderId, state, waybill, sections }: DeliveryOrder,
  section: number,
): Promise<void> {
  if (section > sections.length) throw new DomainError("order.unknown-address");
  const parcels = await listBookings(db, orderId);
  const why = whyRecipientStays({ state, hasWaybill: waybill !== null }, parcels, section);
  if (why !== null) throw new DomainError(why);
}

/** @throws DomainError order.unknown-address where the order was imported, or the recipient erased */
async function findRecipient(
  db: Database,
  { sections }: DeliveryOrder,
  section: number,
): Promise<AddressRow> {
  const id = sections[section - 1]?.addressId ?? null;
  const address = id === null ? null : await findAddress(db, id);
  if (!address) throw new DomainError("order.unknown-address");
  return address;
}

function areContactsChanged(former: AddressFields | null, corrected: AddressFields): boolean {
  return (
    former?.recipientEmail !== corrected.recipientEmail ||
    former.recipientCell !== corrected.recipientCell
  );
}

/** Whether the courier's quote still applies: it depends on the place, not on the person. */
function isSamePlace(former: AddressFields, corrected: AddressFields): boolean {
  return (
    former.businessOrResidential === corrected.businessOrResidential &&
    former.complexBuilding === corrected.complexBuilding &&
    former.streetAddress === corrected.streetAddress &&
    former.line2 === corrected.line2 &&
    former.line3 === corrected.line3 &&
    former.suburb === corrected.suburb &&
    former.town === corrected.town &&
    former.province === corrected.province &&
    former.postalCode === corrected.postalCode
  );
}

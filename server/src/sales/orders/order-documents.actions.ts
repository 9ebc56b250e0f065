import { bpsAt } from "@portal/shared/catalogue/vat-registration.ts";
import { type Day, dayInWords, dayOf } from "@portal/shared/platform/calendar.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { collectionInWords, deliveryName } from "@portal/shared/sales/delivery/delivery.ts";
import { saidOfParcel, withNotes } from "@portal/shared/sales/orders/order-terms.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { companyDetailsAt } from "../../catalogue/shop-settings/settings.queries.ts";
import { type BuyerDetails, buyerDetailsAt } from "../../people/users/buyer-details.queries.ts";
import type { PdfPage, PdfPrinter } from "../../gateways/documents/pdf-document.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { vatDays } from "../../platform/db/region.queries.ts";
import { getOrderDetail, type OrderDetail } from "./order-detail.queries.ts";
import {
  type Invoice,
  type InvoiceFacts,
  type Party,
  writeCreditNote,
  writeInvoice,
} from "./order-documents.rules.ts";
import { findOrderHistory, findRecipient, type Recipient } from "./order-history.queries.ts";
import { seesPeople } from "./order-view.rules.ts";
import { sectionsAfter } from "./order.rules.ts";

export type PrintedPdf = Readonly<{ fileName: string; pdf: Buffer }>;
type Context = Readonly<{
  db: ReadDatabase;
  user: SignedInUser | null;
  /** Of the browser that asks. */
  guestId: string | null;
  print: PdfPrinter;
}>;

export const documentLanguages: Readonly<Record<Region, string>> = {
  za: "en-ZA",
  uk: "en-GB",
  usa: "en-US",
};

/**
 * An invoice of the order; `nth` counts from 1, 0 is the newest.
 *
 * @throws DomainError as `readInvoice`
 */
export async function printInvoice(
  { db, user, guestId, print }: Context,
  uuid: string,
  nth: number,
): Promise<PrintedPdf> {
  const { facts, day } = await readInvoice(db, user, uuid, { guestId, nth });
  const invoice = writeInvoice(facts);
  const pdf = await print({
    language: documentLanguages[facts.region],
    title: `${invoice.title} ${facts.invoiceNumber}`,
    day,
    pages: [taxPage(invoice)],
  });
  return { fileName: `invoice-${facts.invoiceNumber}.pdf`, pdf };
}

/**
 * A credit note of the order; `nth` counts from 1.
 *
 * @throws DomainError as `readInvoice`, and order.unknown where there is no such note
 */
export async function printCreditNote(
  { db, user, guestId, print }: Context,
  uuid: string,
  nth: number,
): Promise<PrintedPdf> {
  const newest = await readInvoice(db, user, uuid, { guestId });
  const { order, timeZone } = newest;
  const credited = order.creditNotes.find((each) => each.nth === nth);
  const of = order.invoices.find(({ number }) => number === credited?.invoice.number);
  if (!credited || !of) throw new DomainError("order.unknown");
  const { number, amount, goods, reason, at } = credited;
  const day = dayOf(at, timeZone);
  const facts = {
    ...newest.facts,
    vatBps: newest.vatBpsAt(of.at),
    recipient: await newest.recipientAt(of),
    supplier: await supplierAt(db, at),
    number,
    amount,
    goods,
    reason,
    day: dayInWords(day),
    invoiceNumber: of.number,
    invoiceDay: dayInWords(dayOf(of.at, timeZone)),
  };
  const note = writeCreditNote(facts);
  const pdf = await print({
    language: documentLanguages[facts.region],
    title: `${note.title} ${number}`,
    day,
    pages: [taxPage(note)],
  });
  return { fileName: `credit-note-${number}.pdf`, pdf };
}

/** Supplier, recipient, and a table whose first column is text and the others figures. */
function taxPage(document: Omit<Invoice, "form" | "title"> & Readonly<{ title: string }>): PdfPage {
  const { title, supplier, recipient, head, columns, rows, sums } = document;
  const [description = "", ...figures] = columns;
  const share = 0.6 / figures.length;
  return {
    heading: title,
    blocks: [
      { kind: "facts", lines: head },
      {
        kind: "columns",
        columns: [
          { kind: "facts", title: "From", lines: supplier },
          ...(recipient ? [{ kind: "facts" as const, title: "To", lines: recipient }] : []),
        ],
      },
      {
        kind: "table",
        columns: [
          { name: description, share: 0.4, align: "left" },
          ...figures.map((name) => ({ name, share, align: "right" as const })),
        ],
        rows,
        sums,
      },
    ],
  };
}

/** A page for each recipient with address, products and quantities, without prices. For the office alone. */
export async function printPackingSlip(
  { db, user, print }: Context,
  uuid: string,
): Promise<PrintedPdf> {
  const order = await getOrderDetail(db, user, uuid);
  const pdf = await print({
    language: documentLanguages[order.region],
    title: `Packing slip ${order.orderNumber}`,
    day: dayOfSlip(order),
    pages: slipPages(order),
  });
  return { fileName: `packing-slip-${order.orderNumber}.pdf`, pdf };
}

/**
 * The packing slips of several orders in one file, in the given order, each order once. For the office alone.
 *
 * @throws DomainError order.unknown if any of them is, so that no parcel is missing without a word
 */
export async function printPackingSlips(
  { db, user, print }: Omit<Context, "guestId">,
  uuids: readonly [string, ...string[]],
): Promise<PrintedPdf> {
  const [firstId, ...otherIds] = uuids;
  const first = await getOrderDetail(db, user, firstId);
  const orders = [first];
  for (const uuid of new Set(otherIds))
    if (uuid !== firstId) orders.push(await getOrderDetail(db, user, uuid));
  const pdf = await print({
    language: documentLanguages[first.region],
    title: `Packing slips of ${orders.length} orders`,
    day: dayOfSlip(first),
    pages: orders.flatMap(slipPages),
  });
  return { fileName: `packing-slips-${orders.length}.pdf`, pdf };
}

/** A slip shows no day, so any time zone will do. */
function dayOfSlip({ placedAt }: OrderDetail): Day {
  return dayOf(placedAt, "UTC");
}

function slipPages(order: OrderDetail): PdfPage[] {
  const count = order.sections.length;
  return order.sections.map((section, at) => slipPage(order, section, `${at + 1} of ${count}`));
}

function slipPage(
  order: OrderDetail,
  section: OrderDetail["sections"][number],
  parcel: string,
): PdfPage {
  const { recipient, lines, giftMessage, deliveryService } = section;
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const { collection } = order;
  const isCollected = deliveryService === selfCollectionService && collection !== null;
  const service = isCollected
    ? [collectionInWords(collection)]
    : [`Delivery: ${deliveryName(deliveryService)}`];
  const notes = saidOfParcel(withNotes(section, order.deliveryNotes)).flatMap(
    ({ title, text, label }) => (label === null ? [] : [`${title}: ${text}`]),
  );
  const collector = isCollected ? [collection.name, collection.cellNumber].filter(Boolean) : [];
  const to = recipient
    ? [recipient.name, ...(isCollected ? [] : recipient.address), recipient.cell]
    : collector.length > 0
      ? collector.map(String)
      : ["Recipient details have been deleted."];
  return {
    heading: "Packing slip",
    blocks: [
      {
        kind: "facts",
        lines: [`Order ${order.orderNumber}, recipient ${parcel}`, ...service, ...notes],
      },
      ...takenBackBlock(order),
      { kind: "facts", title: "To", lines: to },
      {
        kind: "table",
        columns: [
          { name: "Product", share: 0.7, align: "left" },
          { name: "Quantity", share: 0.3, align: "right" },
        ],
        rows: lines.map(({ name, quantity }) => [name, String(quantity)]),
        sums: [["Units", String(units)]],
      },
      ...(giftMessage === ""
        ? []
        : [{ kind: "facts" as const, title: "Gift message", lines: giftMessage.split("\n") }]),
    ],
  };
}

/** Which goods a refund took back, only whoever made it knows: the slip says that not all of it is to be packed. */
function takenBackBlock({ takenBack, refundedUnits, currency }: OrderDetail): PdfPage["blocks"] {
  if (takenBack === 0) return [];
  const units = refundedUnits === 1 ? "1 unit" : `${refundedUnits} units`;
  const amount = formatMoney(takenBack, currency);
  const lines = [`${amount} and ${units} of this order were refunded.`, "Check what to pack."];
  return [{ kind: "facts", title: "Part refunded", lines }];
}

/**
 * The facts of an invoice of the order: the `nth`, or the newest for 0. The buyer, the office and accountants see all of it. The link of
 * a guest's order opens it without a recipient (docs/domain.md, "Orders and payments"), because a guest has no account to
 * sign in to.
 *
 * @throws DomainError order.unknown, access.sign-in-required, order.not-fully-paid where there is none
 */
export async function readInvoice(
  db: ReadDatabase,
  user: SignedInUser | null,
  uuid: string,
  { guestId = null, nth = 0 }: Readonly<{ guestId?: string | null; nth?: number }> = {},
) {
  const extra = await findInvoiceExtra(db, uuid);
  if (!extra) throw new DomainError("order.unknown");
  const isGuests = extra.buyerId === null;
  if (!user && !isGuests) throw new DomainError("access.sign-in-required");
  const isTheirs = user !== null && (isOfficeRole(user.role) || user.id === extra.buyerId);
  if (!isTheirs && !isGuests) throw new DomainError("order.unknown");

  const order = await getOrderDetail(db, isTheirs ? user : null, uuid, {
    guestId,
    isForDocument: true,
  });
  const newest = order.invoices.at(-1);
  if (!newest) throw new DomainError("order.not-fully-paid");
  const invoice = nth === 0 ? newest : order.invoices[nth - 1];
  if (!invoice) throw new DomainError("order.unknown");
  const { region, currency, total } = order;
  const day = dayOf(invoice.at, extra.timeZone);
  const vatBpsAt = (at: string) => bpsAt(extra, { vatBps: extra.vatBps, at });
  const recipientAt = async ({ nth: paid, at }: OrderDetail["invoices"][number]) => {
    if (!seesPeople(order.view)) return null;
    const buyer = extra.buyerId === null ? null : await buyerDetailsAt(db, extra.buyerId, at);
    return recipientOf(buyer, order, await recipientWhenPaid(db, uuid, paid));
  };
  const facts: InvoiceFacts = {
    region,
    currency,
    invoiceNumber: invoice.number,
    total,
    vatBps: vatBpsAt(invoice.at),
    day: dayInWords(day),
    supplier: await supplierAt(db, invoice.at),
    recipient: await recipientAt(invoice),
    lines: linesOf(order),
  };
  return { facts, order, day, timeZone: extra.timeZone, vatBpsAt, recipientAt };
}

function findInvoiceExtra(db: ReadDatabase, uuid: string) {
  return db
    .selectFrom("projection.order_state as order")
    .innerJoin("region", "region.code", "order.region")
    .select([
      "order.buyer_id as buyerId",
      "order.vat_bps as vatBps",
      "region.time_zone as timeZone",
      vatDays.as("vatDays"),
    ])
    .where("order.order_id", "=", uuid)
    .executeTakeFirst();
}

async function supplierAt(db: ReadDatabase, at: string): Promise<InvoiceFacts["supplier"]> {
  const { name, address, vatNo, companyNo } = await companyDetailsAt(db, at);
  return {
    name,
    address: address.split("\n").filter((line) => line !== ""),
    vatNo: vatNo === "" ? null : vatNo,
    companyNo: companyNo === "" ? null : companyNo,
  };
}

/** The first recipient when the order was paid for the `nth` time: later corrections do not change the invoice. */
async function recipientWhenPaid(
  db: ReadDatabase,
  uuid: string,
  nth: number,
): Promise<Recipient | null> {
  const facts = (await findOrderHistory(db, uuid)).map(({ event }) => event);
  const payings = facts.flatMap(({ type }, at) => (type === "OrderPaid" ? [at] : []));
  const paidAt = payings[nth - 1] ?? facts.length;
  return findRecipient(db, sectionsAfter(facts.slice(0, paidAt))[0]);
}

/**
 * The buyer's company, or else the buyer at the first recipient's address.
 *
 * @param buyer null for a guest, and where no account is left of an imported history
 */
function recipientOf(
  buyer: BuyerDetails | null,
  order: OrderDetail,
  first: Recipient | null,
): Party {
  // A gift goes to another address than the guest's own, which is not known.
  const isGift = order.isGuests && order.buyerEmail !== null && order.buyerEmail !== first?.email;
  const home = isGift ? [] : (first?.address ?? []);
  const address = buyer?.companyAddress ? buyer.companyAddress.split("\n") : home;
  return {
    name: buyer?.company || buyer?.name || order.buyerName || first?.name || "",
    address,
    vatNo: buyer?.vatNo || (isGift ? null : first?.vatNo) || null,
  };
}

/** Each product and price once, then delivery: the sum is the total. */
function linesOf(order: OrderDetail): InvoiceFacts["lines"] {
  const goods = new Map<string, { name: string; quantity: number; amount: number }>();
  for (const { productId, name, quantity, unitPrice } of order.sections.flatMap((s) => s.lines)) {
    const key = `${productId} ${unitPrice}`;
    const before = goods.get(key) ?? { name, quantity: 0, amount: 0 };
    const amount = before.amount + quantity * unitPrice;
    goods.set(key, { name, quantity: before.quantity + quantity, amount });
  }
  const delivery = { name: "Delivery", quantity: 1, amount: order.delivery };
  return [...goods.values(), ...(order.delivery > 0 ? [delivery] : [])];
}

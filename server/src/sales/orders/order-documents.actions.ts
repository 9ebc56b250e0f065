import { dayInWords, dayOf } from "@portal/shared/platform/calendar.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { collectionInWords, deliveryName } from "@portal/shared/sales/delivery/delivery.ts";
import type { SignedInUser } from "../../caller.ts";
import { getShopFacts } from "../../catalogue/shop-settings/settings.queries.ts";
import type { PdfPage, PdfPrinter } from "../../gateways/documents/pdf-document.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { getOrderDetail, type OrderDetail } from "./order-detail.queries.ts";
import {
  type CreditNoteFacts,
  type Invoice,
  type InvoiceFacts,
  type Party,
  writeCreditNote,
  writeInvoice,
} from "./order-documents.rules.ts";
import { findGuestBuyer } from "./order-buyer.queries.ts";
import { findOrderHistory, findRecipients, type Recipient } from "./order-history.queries.ts";
import { sectionsAfter } from "./order.rules.ts";

export type PrintedPdf = Readonly<{ fileName: string; pdf: Buffer }>;
type Context = Readonly<{ db: ReadDatabase; user: SignedInUser | null; print: PdfPrinter }>;

const languages: Readonly<Record<Region, string>> = { za: "en-ZA", uk: "en-GB", usa: "en-US" };

/** @throws DomainError as `getInvoiceFacts` */
export async function printInvoice(
  { db, user, print }: Context,
  uuid: string,
): Promise<PrintedPdf> {
  const facts = await getInvoiceFacts(db, user, uuid);
  const invoice = writeInvoice(facts);
  const pdf = await print({
    language: languages[facts.region],
    title: `${invoice.title} ${facts.orderNumber}`,
    pages: [taxPage(invoice)],
  });
  return { fileName: `invoice-${facts.orderNumber}.pdf`, pdf };
}

/** @throws DomainError as `getCreditNoteFacts` */
export async function printCreditNote(
  { db, user, print }: Context,
  uuid: string,
  nth: number,
): Promise<PrintedPdf> {
  const facts = await getCreditNoteFacts(db, user, uuid, nth);
  const note = writeCreditNote(facts);
  const pdf = await print({
    language: languages[facts.region],
    title: `${note.title} ${facts.number}`,
    pages: [taxPage(note)],
  });
  return { fileName: `credit-note-${facts.number}.pdf`, pdf };
}

/** Who to whom, and a table whose first column is words and the others figures. */
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

/** A page for each recipient: who, where, how many of what, and no price. For the office alone. */
export async function printPackingSlip(
  { db, user, print }: Context,
  uuid: string,
): Promise<PrintedPdf> {
  const order = await getOrderDetail(db, user, uuid);
  const count = order.sections.length;
  const pdf = await print({
    language: languages[order.region],
    title: `Packing slip ${order.orderNumber}`,
    pages: order.sections.map((section, at) => slipPage(order, section, `${at + 1} of ${count}`)),
  });
  return { fileName: `packing-slip-${order.orderNumber}.pdf`, pdf };
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
  const said = section.deliveryNotes || order.deliveryNotes;
  const notes = said ? [`Delivery notes: ${said}`] : [];
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

/**
 * What stands on the invoice of a paid order. Its buyer and the office see all of it; the link of a
 * guest's order opens it without anybody's name (docs/reliability.md, R20), because a guest has no account to sign in to.
 *
 * @throws DomainError order.unknown, access.sign-in-required, order.not-fully-paid
 */
export async function getInvoiceFacts(
  db: ReadDatabase,
  user: SignedInUser | null,
  uuid: string,
): Promise<InvoiceFacts> {
  return (await openPdfPrinter(db, user, uuid)).invoice;
}

/**
 * One refund of a paid order on paper, for those who may open its invoice; `nth` counts from 1.
 *
 * @throws DomainError as `getInvoiceFacts`, and order.unknown where there is no such refund
 */
async function getCreditNoteFacts(
  db: ReadDatabase,
  user: SignedInUser | null,
  uuid: string,
  nth: number,
): Promise<CreditNoteFacts> {
  const { invoice, order, timeZone } = await openPdfPrinter(db, user, uuid);
  const note = order.creditNotes.find((each) => each.nth === nth);
  if (!note) throw new DomainError("order.unknown");
  const { number, amount, goods } = note;
  const day = dayInWords(dayOf(note.at, timeZone));
  return { ...invoice, number, amount, goods, day, invoiceDay: invoice.day };
}

async function openPdfPrinter(db: ReadDatabase, user: SignedInUser | null, uuid: string) {
  const extra = await findInvoiceExtra(db, uuid);
  if (!extra) throw new DomainError("order.unknown");
  const isGuests = extra.buyerId === null;
  if (!user && !isGuests) throw new DomainError("access.sign-in-required");
  const isTheirs = user !== null && (user.role === "admin" || user.id === extra.buyerId);
  if (!isTheirs && !isGuests) throw new DomainError("order.unknown");

  const order = await getOrderDetail(db, isTheirs ? user : null, uuid);
  if (order.paidAt === null) throw new DomainError("order.not-fully-paid");
  const { region, currency, orderNumber, total } = order;
  const invoice: InvoiceFacts = {
    region,
    currency,
    orderNumber,
    total,
    vatBps: extra.vatBps,
    day: dayInWords(dayOf(order.paidAt, extra.timeZone)),
    supplier: await supplierOf(db),
    recipient: isTheirs
      ? recipientOf(extra, order, await recipientWhenPaid(db, uuid))
      : await guestAddressee(db, uuid),
    lines: linesOf(order),
  };
  return { invoice, order, timeZone: extra.timeZone };
}

function findInvoiceExtra(db: ReadDatabase, uuid: string) {
  return db
    .selectFrom("projection.order_state as order")
    .innerJoin("region", "region.code", "order.region")
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .select([
      "order.buyer_id as buyerId",
      "order.vat_bps as vatBps",
      "region.time_zone as timeZone",
      "buyer.company",
      "buyer.company_address as companyAddress",
      "buyer.vat_no as vatNo",
    ])
    .where("order.order_id", "=", uuid)
    .executeTakeFirst();
}

async function supplierOf(db: ReadDatabase): Promise<InvoiceFacts["supplier"]> {
  const { name, address, vatNo, companyNo } = await getShopFacts(db);
  return {
    name,
    address: address.split("\n").filter((line) => line !== ""),
    vatNo: vatNo === "" ? null : vatNo,
    companyNo: companyNo === "" ? null : companyNo,
  };
}

/** An invoice says what was so when it was made: to whom it is delivered may be corrected later. */
async function recipientWhenPaid(db: ReadDatabase, uuid: string): Promise<Recipient | null> {
  const facts = (await findOrderHistory(db, uuid)).map(({ event }) => event);
  const paidAt = facts.findIndex(({ type }) => type === "OrderPaid");
  const [first] = sectionsAfter(facts.slice(0, paidAt));
  const addressId = first?.addressId ?? null;
  if (addressId === null) return null;
  return (await findRecipients(db, [addressId])).get(addressId) ?? null;
}

/** Whoever holds the link may read the name that the buyer gave for it, and nothing else of anybody. */
async function guestAddressee(db: ReadDatabase, uuid: string): Promise<Party | null> {
  const buyer = await findGuestBuyer(db, uuid);
  return buyer && { name: `${buyer.firstName} ${buyer.lastName}`, address: [], vatNo: null };
}

/** The buyer's company where there is one, else the person, at the first recipient's address. */
function recipientOf(
  extra: Readonly<{
    company: string | null;
    companyAddress: string | null;
    vatNo: string | null;
  }>,
  order: OrderDetail,
  first: Recipient | null,
): Party {
  // A guest who gives something away does not live where it goes.
  const isGift = order.isGuests && order.buyerEmail !== null && order.buyerEmail !== first?.email;
  const home = isGift ? [] : (first?.address ?? []);
  const address = extra.companyAddress ? extra.companyAddress.split("\n") : home;
  return {
    name: extra.company || order.buyerName || first?.name || "",
    address,
    vatNo: extra.vatNo || (isGift ? null : first?.vatNo) || null,
  };
}

/** Every product once, then delivery: together they are the total. */
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

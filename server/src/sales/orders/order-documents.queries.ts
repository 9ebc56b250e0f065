import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { SignedInUser } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { getShopFacts } from "../../catalogue/shop/shop-facts.queries.ts";
import type { CreditNoteFacts } from "./credit-note.rules.ts";
import type { InvoiceFacts, Party } from "./order-documents.rules.ts";
import { getOrderDetail, type OrderDetail } from "./order-detail.queries.ts";
import { findOrderHistory, findRecipients, type Recipient } from "./order-history.queries.ts";
import { sectionsAfter } from "./order-sections.rules.ts";

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
  return (await openPapers(db, user, uuid)).invoice;
}

/**
 * One refund of a paid order on paper, for those who may open its invoice; `nth` counts from 1.
 *
 * @throws DomainError as `getInvoiceFacts`, and order.unknown where there is no such refund
 */
export async function getCreditNoteFacts(
  db: ReadDatabase,
  user: SignedInUser | null,
  uuid: string,
  nth: number,
): Promise<CreditNoteFacts> {
  const { invoice, order, timeZone } = await openPapers(db, user, uuid);
  const note = order.creditNotes.find((each) => each.nth === nth);
  if (!note) throw new DomainError("order.unknown");
  const { number, amount, goods } = note;
  const day = dayInWords(note.at, timeZone);
  return { ...invoice, number, amount, goods, day, invoiceDay: invoice.day };
}

async function openPapers(db: ReadDatabase, user: SignedInUser | null, uuid: string) {
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
    day: dayInWords(order.paidAt, extra.timeZone),
    supplier: await supplierOf(db),
    recipient: isTheirs ? recipientOf(extra, order, await recipientWhenPaid(db, uuid)) : null,
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
  const address = extra.companyAddress ? extra.companyAddress.split("\n") : (first?.address ?? []);
  return {
    name: extra.company || order.buyerName || first?.name || "",
    address,
    vatNo: extra.vatNo || first?.vatNo || null,
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

function dayInWords(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(new Date(at));
}

import type { AccountKey } from "@portal/shared/catalogue/chart.ts";
import type { BankEntryKind } from "@portal/shared/sales/bank-entries.ts";
import {
  bpsAt,
  registrationIn,
  type VatRegistrations,
} from "@portal/shared/catalogue/vat-registration.ts";
import { exclVat } from "@portal/shared/platform/money.ts";
import type { BookDocument, BookLine } from "../../money/books/book-entry.rules.ts";
import type { MoneyBooked } from "../../sales/bank-entries/bank-entry.events.ts";
import { creditNoteNumber, invoiceNumber } from "../../sales/orders/order-documents.rules.ts";
import { type DueMoney, invoiced, moneyAfter, sumsOf } from "../../sales/orders/order.rules.ts";
import type { LedgerEvent, RecordedLedgerEvent } from "../ledger-catalogue.ts";

type Of<Type extends LedgerEvent["type"]> = Extract<LedgerEvent, { type: Type }>;
type PaymentMethod = Of<"PaymentReceived">["data"]["method"];

/** What the books know of an order. Amounts in minor units, VAT included. */
export type BookedOrder = DueMoney &
  Readonly<
    Pick<
      Of<"OrderPlaced">["data"],
      "orderId" | "orderNumber" | "buyerId" | "region" | "currency" | "vatBps" | "live"
    >
  > &
  Readonly<{
    placedAt: string;
    goods: number;
    /** The goods by product, by ascending id. */
    products: readonly Readonly<{ productId: number; gross: number }>[];
    /** What the provider or the bank kept of each payment. */
    fees: Readonly<Record<string, number>>;
    /** The VAT rate of its last invoice and of what takes it back; null where the seller was not registered on its day. */
    documentBps: number | null;
    /** The documents issued so far. */
    invoices: number;
    creditNotes: number;
  }>;

export function bookedOrderOf({
  data,
  occurredAt,
}: Extract<RecordedLedgerEvent, { type: "OrderPlaced" }>): BookedOrder {
  const { orderId, orderNumber, buyerId, region, currency, vatBps, live, total, sections } = data;
  const byProduct = new Map<number, number>();
  for (const { lines } of sections)
    for (const { productId, quantity, unitPrice, commissionPrice } of lines)
      if (commissionPrice > 0)
        byProduct.set(productId, (byProduct.get(productId) ?? 0) + unitPrice * quantity);
  return {
    orderId,
    orderNumber,
    buyerId,
    region,
    currency,
    vatBps,
    live,
    placedAt: occurredAt,
    total,
    goods: sumsOf(sections, vatBps).goods,
    products: [...byProduct]
      .map(([productId, gross]) => ({ productId, gross }))
      .toSorted((one, other) => one.productId - other.productId),
    fees: {},
    due: total,
    received: 0,
    refunded: 0,
    refundedGoods: 0,
    refundedUnits: 0,
    isPaid: false,
    documentBps: vatBps,
    invoices: 0,
    creditNotes: 0,
  };
}

/** An event of an order with the order before and after it. */
export type OrderStep = Readonly<{ before: BookedOrder; after: BookedOrder }>;

/**
 * An order before and after one of its later events, with the number of documents issued by then. The day of an invoice decides
 * its VAT, and a credit note follows its invoice, so that the documents of an order always add up.
 */
export function stepOf(
  before: BookedOrder,
  event: RecordedLedgerEvent,
  registrations: VatRegistrations,
): OrderStep {
  const after = orderAfter(before, event);
  const change = invoiced(after) - invoiced(before);
  const invoices = before.invoices + (change > 0 ? 1 : 0);
  const creditNotes = before.creditNotes + (change < 0 ? 1 : 0);
  const documentBps =
    change > 0
      ? bpsAt(registrationIn(registrations, before.region), {
          vatBps: before.vatBps,
          at: event.occurredAt,
        })
      : before.documentBps;
  return { before, after: { ...after, documentBps, invoices, creditNotes } };
}

/** What an event does to the money of an order, apart from documents. */
export function orderAfter(order: BookedOrder, event: LedgerEvent): BookedOrder {
  switch (event.type) {
    case "PaymentReceived": {
      const fees = { ...order.fees, [event.data.paymentId]: event.data.fee };
      return { ...moneyAfter(order, event), fees };
    }
    case "OrderPaid":
    case "PaymentUndone":
    case "PaymentRefunded":
    case "OrderCancelled":
      return moneyAfter(order, event);
    default:
      return order;
  }
}

/** What a live order still has to bring in: in no account, because nothing is sold before it is paid. */
export function awaitedOf({ live, isPaid, due, received, refunded }: BookedOrder): number {
  // The amount due of an unpaid order is its total, and 0 once it is cancelled.
  return live && !isPaid ? Math.max(0, due - (received - refunded)) : 0;
}

/** The document that an event of an order issues: what is invoiced rises by an invoice and falls by a credit note. */
export function documentOf(event: LedgerEvent, { before, after }: OrderStep): BookDocument | null {
  const change = invoiced(after) - invoiced(before);
  if (change === 0) return null;
  const { orderNumber, placedAt } = before;
  const vatBps = after.documentBps;
  const kind =
    change > 0 ? "invoice" : isSaleTakenBack(event) ? "cancelled-invoice" : "credit-note";
  const gross = Math.abs(change);
  const goods =
    kind === "credit-note" ? Math.min(gross, goodsOf(event)) : Math.min(gross, before.goods);
  const netGoods = exclVat(goods, vatBps ?? 0);
  return {
    kind,
    number:
      kind === "invoice"
        ? invoiceNumber(orderNumber, after.invoices)
        : creditNoteNumber(orderNumber, after.creditNotes),
    vatBps,
    placedAt,
    gross,
    goods,
    netGoods,
    netDelivery: exclVat(gross, vatBps ?? 0) - netGoods,
  };
}

/** An undone payment takes back the whole sale, as if it had never been. */
function isSaleTakenBack({ type }: LedgerEvent): boolean {
  return type === "PaymentUndone";
}

function goodsOf(event: LedgerEvent): number {
  return event.type === "PaymentRefunded" ? event.data.productAmount : 0;
}

export type BookFacts = Readonly<{
  /** Of an event of a known order. */
  step: OrderStep | null;
  document: BookDocument | null;
  /** Σ of the commission entries of the event, reversals negative. */
  commission: number;
  /** The order that store credit was spent on is a test order: its payment is not in the books. */
  isTestOrder: boolean;
  /** The entry that the event takes back. */
  takenBack: MoneyBooked | null;
}>;

/**
 * The lines of an event (docs/finance.md, "Books"): they add up to 0, each account is there once, and none of them is 0. An
 * order that is not live has none.
 */
export function linesOf(event: LedgerEvent, facts: BookFacts): readonly BookLine[] {
  const { step, document, commission } = facts;
  const isInBooks = step === null || step.before.live;
  if (!isInBooks) return [];
  return addedUp([
    ...moneyLines(event, facts),
    ...(step && document ? documentLines(step.before, document) : []),
    ...transfer("commissionExpense", "commissionOwed", commission),
  ]);
}

function moneyLines(
  event: LedgerEvent,
  { step, isTestOrder, takenBack }: BookFacts,
): readonly BookLine[] {
  switch (event.type) {
    case "PaymentReceived":
      return step ? paymentLines(event.data) : [];
    case "PaymentUndone": {
      if (!step) return [];
      const fee = step.before.fees[event.data.paymentId] ?? 0;
      return reversed(paymentLines({ ...event.data, fee }));
    }
    case "PaymentRefunded":
      // What the provider kept of the payment is not returned.
      return step ? reversed(paymentLines({ ...event.data, fee: 0 })) : [];
    case "PayoutPaid":
    case "PayoutReturnUndone":
      return payoutLines(event.data);
    case "PayoutReturned":
      return reversed(payoutLines(event.data));
    case "CommissionWrittenOff":
      // What was reversed is an expense again, because it was paid and does not come back.
      return transfer("commissionExpense", "commissionOwed", event.data.amount);
    case "CommissionRepaid":
      return transfer("bank", "commissionOwed", event.data.amount);
    case "CommissionRepaymentUndone":
      return transfer("commissionOwed", "bank", event.data.amount);
    case "CreditSetOff":
      return transfer("storeCredit", "commissionOwed", event.data.amount);
    case "CommissionConverted":
      return transfer("commissionOwed", "storeCredit", event.data.amount);
    case "CreditGranted":
      return transfer("creditGranted", "storeCredit", event.data.amount);
    case "CreditSpent":
      return transfer("storeCredit", spentAs(isTestOrder), event.data.amount);
    case "CreditRestored":
      return transfer(spentAs(isTestOrder), "storeCredit", event.data.amount);
    case "CreditPaidOut":
      return [
        ...transfer("storeCredit", "bank", event.data.amount),
        ...transfer("bank", "withholdingTax", event.data.withheld),
      ];
    case "CreditGivenUp":
      return transfer("storeCredit", "creditGivenUp", event.data.amount);
    case "MoneyBooked":
      return bankEntryLines(event.data);
    case "MoneyUnbooked":
      return takenBack ? reversed(bankEntryLines(takenBack)) : [];
    default:
      return [];
  }
}

function payoutLines({
  amount,
  withheld,
}: Readonly<{ amount: number; withheld: number }>): readonly BookLine[] {
  return [
    ...transfer("commissionOwed", "bank", amount),
    ...transfer("bank", "withholdingTax", withheld),
  ];
}

function paymentLines({
  method,
  amount,
  fee,
}: Readonly<{ method: PaymentMethod; amount: number; fee: number }>): readonly BookLine[] {
  const [account, feeAccount] = accountsOfMethod[method];
  const kept = feeAccount === null ? 0 : fee;
  return [
    line(account, amount - kept),
    ...(feeAccount === null ? [] : [line(feeAccount, kept)]),
    line("customers", -amount),
  ];
}

/** Where the money is, and what its fee is charged to. */
const accountsOfMethod: Readonly<Record<PaymentMethod, readonly [AccountKey, AccountKey | null]>> =
  {
    card: ["cardClearing", "cardFees"],
    eft: ["bank", "bankFees"],
    credit: ["creditClearing", null],
  };

function bankEntryLines({ kind, amount }: MoneyBooked): readonly BookLine[] {
  const [debit, credit] = accountsOfKind[kind];
  return transfer(debit, credit, amount);
}

/** The accounts that a positive amount is debited and credited to. */
const accountsOfKind: Readonly<Record<BankEntryKind, readonly [AccountKey, AccountKey]>> = {
  "card-payout": ["bank", "cardClearing"],
  "card-fee": ["cardFees", "cardClearing"],
  "bank-fee": ["bankFees", "bank"],
  "bank-interest": ["bank", "otherIncome"],
  courier: ["courierCosts", "bank"],
  "vat-payment": ["vatOutput", "bank"],
  "vat-rounding": ["rounding", "vatOutput"],
  "withholding-payment": ["withholdingTax", "bank"],
  "own-transfer": ["ownTransfers", "bank"],
  "refund-again": ["customers", "bank"],
  unexplained: ["suspense", "bank"],
  "card-transfer": ["ownTransfers", "cardClearing"],
  "card-refund-returned": ["cardClearing", "customers"],
  "card-unexplained": ["suspense", "cardClearing"],
  "opening-bank": ["bank", "ownTransfers"],
  "opening-card": ["cardClearing", "ownTransfers"],
  "opening-vat": ["ownTransfers", "vatOutput"],
  "opening-withholding": ["ownTransfers", "withholdingTax"],
  supplier: ["purchases", "bank"],
  rent: ["rent", "bank"],
  salaries: ["salaries", "bank"],
  "running-costs": ["runningCosts", "bank"],
  "income-tax": ["incomeTax", "bank"],
  "other-tax": ["otherTax", "bank"],
  owner: ["ownerAccount", "bank"],
  elsewhere: ["elsewhere", "bank"],
};

function spentAs(isTestOrder: boolean): AccountKey {
  return isTestOrder ? "creditGivenUp" : "creditClearing";
}

/** VAT is rounded once for each document, and the products share the rounding of the goods. */
function documentLines(order: BookedOrder, document: BookDocument): readonly BookLine[] {
  const { kind, gross, netGoods, netDelivery } = document;
  const vat = line("vatOutput", -(gross - netGoods - netDelivery));
  if (kind === "credit-note")
    return [
      line("returnsGoods", netGoods),
      line("returnsDelivery", netDelivery),
      ...reversed([vat]),
      line("customers", -gross),
    ];
  const sale = [
    line("customers", gross),
    ...goodsLines(order, document),
    line("salesDelivery", -netDelivery),
    vat,
  ];
  return kind === "invoice" ? sale : reversed(sale);
}

function goodsLines({ products }: BookedOrder, { vatBps }: BookDocument): readonly BookLine[] {
  const netOf = (gross: number) => exclVat(gross, vatBps ?? 0);
  let before = 0;
  return products.map(({ productId, gross }) => {
    const amount = netOf(before + gross) - netOf(before);
    before += gross;
    return { account: "salesGoods", productId, amount: -amount };
  });
}

function line(account: AccountKey, amount: number): BookLine {
  return { account, productId: null, amount };
}

function transfer(debit: AccountKey, credit: AccountKey, amount: number): readonly BookLine[] {
  return [line(debit, amount), line(credit, -amount)];
}

function reversed(lines: readonly BookLine[]): readonly BookLine[] {
  return lines.map((each) => ({ ...each, amount: -each.amount }));
}

/** One line for each account and product, none of 0. */
function addedUp(lines: readonly BookLine[]): readonly BookLine[] {
  const sums = new Map<string, BookLine>();
  for (const each of lines) {
    const id = `${each.account}:${each.productId ?? ""}`;
    const known = sums.get(id);
    sums.set(id, known ? { ...known, amount: known.amount + each.amount } : each);
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

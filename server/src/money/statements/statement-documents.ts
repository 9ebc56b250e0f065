import { createHash } from "node:crypto";
import { entryWords, percentWords } from "@portal/shared/network/commission-words.ts";
import { harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { decimalText, formatMoney } from "@portal/shared/platform/money.ts";
import {
  cityOf,
  dayInWords,
  dayOf,
  type Month,
  lastDayOf,
  monthInWords,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import type { PdfDocument, PdfBlock, PdfColumn } from "../../gateways/documents/pdf-document.ts";
import { canonicalJson } from "../../platform/ledger/canonical-json.ts";
import { csvOf } from "../books/journal-files.rules.ts";
import type { Statement, StatementEntry, TaxPack } from "./statement.queries.ts";
import type { Closing, WalletMovement } from "./statement.rules.ts";

/** A file that members can verify themselves with `check-statement.mjs`. */
type StatementDocument = Statement & Readonly<{ format: string; hash: string }>;

const documentFormat = "portal-statement/1";

/**
 * The statement with a hash of itself: sha256, in hex, over its JSON without `hash`, with sorted keys and no spaces. It
 * has ids but no names, so that it can be passed on. The hash of a closed month never changes.
 */
export function statementDocument(statement: Statement): StatementDocument {
  const content = { format: documentFormat, ...statement };
  const hash = createHash("sha256").update(canonicalJson(content)).digest("hex");
  return { ...content, hash };
}

export type StatementHead = Readonly<{
  language: string;
  shop: string;
  member: string;
  /** Whether the region has VAT, which the values exclude. */
  hasVat: boolean;
  taxYearNote: string;
}>;

/** The PDF of a month: balances, commission entries, payouts. */
export function statementPage(statement: Statement, head: StatementHead): PdfDocument {
  const { month, memberId, timeZone, seal } = statement;
  const title = `Commission statement, ${monthInWords(month)}`;
  return {
    language: head.language,
    title,
    day: lastDayOf(month),
    pages: [
      {
        heading: title,
        blocks: [
          {
            kind: "facts",
            lines: [
              head.shop,
              `${head.member}, member ${memberId}`,
              seal
                ? `Closed on ${dayOnPage(seal.closedAt, timeZone)}. This statement is final.`
                : "This month is still open. Entries may be added.",
              `${head.hasVat ? "Values exclude VAT. " : ""}Dates use ${cityOf(timeZone)} time.`,
            ],
          },
          balances(statement),
          entryTable(statement),
          ...(statement.movements.length > 0 ? [movementTable(statement)] : []),
          ...(seal
            ? [
                {
                  kind: "facts" as const,
                  title: "Seal",
                  lines: [`Ledger through position ${seal.throughPosition}`, seal.seal.root],
                },
              ]
            : []),
        ],
      },
    ],
  };
}

function balances({ opening, closing, currency }: Statement): PdfBlock {
  const money = (minor: number) => formatMoney(minor, currency);
  const row = (name: string, key: keyof Statement["opening"]) =>
    [name, money(opening[key]), money(closing[key])] as const;
  return {
    kind: "table",
    columns: [
      { name: "", share: 0.5, align: "left" },
      { name: "Opening", share: 0.25, align: "right" },
      { name: "Closing", share: 0.25, align: "right" },
    ],
    rows: [
      row("Commission earned so far", "accrued"),
      row("Paid out so far", "paid"),
      row("Turned into store credit", "credit"),
    ],
    total: row("Balance", "balance"),
    sums: [],
  };
}

/** Recorded after the month in which it happened was closed, so that its date is of an earlier one. */
function isLate({ month, timeZone }: Statement, { occurredAt }: Readonly<{ occurredAt: string }>) {
  return occurredAt < startOfMonth(month, timeZone);
}

function entryTable(statement: Statement): PdfBlock {
  const { entries, timeZone, currency } = statement;
  const money = (minor: number) => formatMoney(minor, currency);
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  const cells = (entry: StatementEntry) => [
    dayOnPage(entry.occurredAt, timeZone),
    String(entry.orderNumber),
    `${entryWords(entry)}${isLate(statement, entry) ? ", recorded late" : ""}`,
    money(entry.value),
    percentWords(entry.rateBps),
    money(entry.amount),
  ];
  return {
    kind: "table",
    columns: [
      { name: "Date", share: 0.19, align: "left" },
      { name: "Order", share: 0.11, align: "left" },
      { name: "Type", share: 0.25, align: "left" },
      { name: "Value", share: 0.17, align: "right" },
      { name: "Rate", share: 0.1, align: "right" },
      { name: "Amount", share: 0.18, align: "right" },
    ],
    rows: entries.map(cells),
    sums: [["Commission this month", money(sum)]],
  };
}

function amountOf({ type, paid, credit, cash }: WalletMovement): number {
  if (type === "CommissionWrittenOff" || type === "CreditSetOff") return paid;
  return type === "CommissionConverted" ? credit : cash;
}

function movementTable(statement: Statement): PdfBlock {
  const { movements, timeZone, currency } = statement;
  const cells = (each: WalletMovement) => [
    dayOnPage(each.occurredAt, timeZone),
    `${movementWords(each)}${isLate(statement, each) ? ", recorded late" : ""}`,
    formatMoney(amountOf(each), currency),
  ];
  function movementWords(each: WalletMovement): string {
    switch (each.type) {
      case "PayoutPaid":
        return `Paid out${each.reference ? `, reference ${each.reference}` : ""}${taxWords(each)}`;
      case "PayoutReturned":
        return `Payout returned by the bank${taxWords(each)}`;
      case "PayoutReturnUndone":
        return `Return of a payout undone${taxWords(each)}`;
      case "CommissionRepaymentUndone":
        return "Repayment of commission undone";
      case "CommissionRepaid":
        return "Commission paid back";
      case "CreditSetOff":
        return "Commission paid back with store credit";
      case "CommissionWrittenOff":
        return "Balance written off";
      case "CommissionConverted":
        return "Turned into store credit";
      case "CreditPaidOut":
        return `Store credit paid out${taxWords(each)}`;
    }
  }
  function taxWords({ withheld = 0 }: WalletMovement): string {
    if (withheld < 0) return `, with ${formatMoney(-withheld, currency)} tax withheld`;
    return withheld > 0 ? `, after ${formatMoney(withheld, currency)} tax withheld` : "";
  }
  return {
    kind: "table",
    columns: [
      { name: "Date", share: 0.22, align: "left" },
      { name: "Payouts and credit", share: 0.54, align: "left" },
      { name: "Amount", share: 0.24, align: "right" },
    ],
    rows: movements.map(cells),
    sums: [],
  };
}

/** Of money that came back. */
const backWords: Readonly<Partial<Record<WalletMovement["type"], string>>> = {
  PayoutReturned: "returned by the bank",
  CommissionRepaid: "paid back",
};

const columns: readonly PdfColumn[] = [
  { name: "Month", share: 0.24, align: "left" },
  { name: "Commission earned", share: 0.22, align: "right" },
  { name: "Paid out", share: 0.18, align: "right" },
  { name: "Tax withheld", share: 0.18, align: "right" },
  { name: "Store credit", share: 0.18, align: "right" },
];

/** With the balance that was written off, which only somebody who was erased while they owed commission has. */
const columnsWithWriteOff: readonly PdfColumn[] = [
  { name: "Month", share: 0.2, align: "left" },
  { name: "Commission earned", share: 0.2, align: "right" },
  { name: "Paid out", share: 0.15, align: "right" },
  { name: "Tax withheld", share: 0.15, align: "right" },
  { name: "Store credit", share: 0.15, align: "right" },
  { name: "Written off", share: 0.15, align: "right" },
];

/** The PDF of a tax year: commission by month, payouts. */
export function taxPackDocument(pack: TaxPack, head: StatementHead): PdfDocument {
  const { memberId, year, months, payouts, cash, timeZone } = pack;
  const money = (minor: number) => formatMoney(minor, pack.currency);
  const isWrittenOff = months.some(({ writtenOff }) => writtenOff !== 0);
  const shown = (figures: TaxFigures) =>
    (isWrittenOff ? figuresOf(figures) : figuresOf(figures).slice(0, -1)).map(money);
  const first = months[0]?.month ?? "";
  const last = months.at(-1)?.month ?? "";
  return {
    language: head.language,
    title: `Tax year ${year}`,
    day: lastDayOf(last),
    pages: [
      {
        heading: `Tax year ${year}`,
        blocks: [
          {
            kind: "facts",
            lines: [
              head.shop,
              `${head.member}, member ${memberId}`,
              `${monthInWords(first)} to ${monthInWords(last)}`,
              pack.isFinal
                ? "All months are closed. These figures are final."
                : "Some months are still open. These figures may change.",
              `${head.hasVat ? "Commission is calculated excl. VAT. " : ""}Months use ${cityOf(timeZone)} time.`,
              head.taxYearNote,
            ],
          },
          {
            kind: "table",
            columns: isWrittenOff ? columnsWithWriteOff : columns,
            rows: months.map((each) => [monthInWords(each.month), ...shown(each)]),
            total: ["Tax year", ...shown(pack)],
            sums: [],
          },
          {
            kind: "table",
            columns: [
              { name: "Payouts", share: 0.3, align: "left" },
              { name: "Reference", share: 0.4, align: "left" },
              { name: "Amount", share: 0.3, align: "right" },
            ],
            rows: payouts
              .filter(({ type }) => type === "PayoutPaid" || backWords[type])
              .map((each) => [
                dayOnPage(each.occurredAt, timeZone),
                backWords[each.type] ?? each.reference ?? "–",
                money(each.cash),
              ]),
            sums: [["Paid out", money(cash)]],
          },
        ],
      },
    ],
  };
}

const figureHeadings = [
  "commission earned",
  "paid out",
  "tax withheld",
  "turned into store credit",
  "written off",
] as const;

type TaxFigures = Pick<TaxPack, "earned" | "cash" | "withheld" | "converted" | "writtenOff">;

/** In the order of `figureHeadings`. */
function figuresOf(of: TaxFigures): readonly number[] {
  const { earned, cash, withheld, converted, writtenOff } = of;
  return [earned, cash, withheld, converted, writtenOff];
}

/** A month, with the balances before and after its figures. */
function monthCells(each: TaxPack["months"][number]): readonly string[] {
  const { opening, closing, isClosed } = each;
  return [
    ...[opening.balance, ...figuresOf(each), closing.balance].map(decimalText),
    isClosed ? "yes" : "no",
  ];
}

const monthHeadings = ["opening balance", ...figureHeadings, "closing balance", "closed"];

/** The months of a tax year as CSV; the last line is the year's total. */
export function taxPackCsv({ months, currency, year, ...sums }: TaxPack): string {
  const lines = [
    ["month", "currency", ...monthHeadings],
    ...months.map((each) => [each.month, currency, ...monthCells(each)]),
    [
      `tax year ${year}`,
      currency,
      ...[
        months[0]?.opening.balance ?? 0,
        ...figuresOf(sums),
        months.at(-1)?.closing.balance ?? 0,
      ].map(decimalText),
      "",
    ],
  ];
  return `${lines.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}

/** A member's tax year, with what its page is headed by. */
export type TaxPackOf = Readonly<{ pack: TaxPack; head: StatementHead }>;

const yearHeadings = ["member", "name", "month", "currency", ...monthHeadings];

/** The months of a tax year of several members as CSV: the lines of a member add up to the totals of their page. */
export function taxYearCsv(packs: readonly TaxPackOf[]): string {
  return csvOf(
    yearHeadings,
    packs.flatMap(({ pack: { memberId, currency, months }, head }) =>
      months.map((each) => [
        String(memberId),
        harmlessCsvText(head.member),
        each.month,
        currency,
        ...monthCells(each),
      ]),
    ),
  );
}

/** How a month was closed, as JSON: `finance verify` finds the same seal in the ledger. */
export function sealFile(month: Month, closing: Closing): string {
  const { month: closedWith, timeZone, throughPosition, closedAt, seal } = closing;
  const content = {
    format: "portal-month-seal/1",
    month,
    closedWith,
    closedAt,
    timeZone,
    throughPosition,
    seal,
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

/** `21 Nov 2026` in the time zone of the shop. */
function dayOnPage(instant: string, timeZone: string): string {
  return dayInWords(dayOf(instant, timeZone), "medium");
}

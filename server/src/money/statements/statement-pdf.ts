import { entryWords, percentWords } from "@portal/shared/network/commission-words.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { monthInWords } from "@portal/shared/platform/months.ts";
import type { Paper, PaperBlock } from "../../gateways/documents/pdf-document.ts";
import { dayInWords } from "./statement-words.ts";
import type { Statement, StatementEntry } from "./statement.queries.ts";
import type { WalletMovement } from "./statement.rules.ts";

/** Who the paper is for and from. */
export type StatementHead = Readonly<{
  language: string;
  currency: Currency;
  shop: string;
  member: string;
}>;

/** The statement of a month as a paper: balances, every entry with its order, every payout. */
export function statementPaper(statement: Statement, head: StatementHead): Paper {
  const { month, memberId, timeZone, seal } = statement;
  const title = `Statement of ${monthInWords(month)}`;
  return {
    language: head.language,
    title,
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
                ? `Closed on ${dayInWords(seal.closedAt, timeZone)}: it does not change any more.`
                : "This month is open: later entries may be added to it.",
              `Values are without VAT. Days are those of ${timeZone}.`,
            ],
          },
          balances(statement, head.currency),
          entryTable(statement, head.currency),
          ...(statement.movements.length > 0 ? [movementTable(statement, head.currency)] : []),
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

function balances({ opening, closing }: Statement, currency: Currency): PaperBlock {
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
      row("Balance", "balance"),
    ],
    sums: [],
  };
}

function entryTable({ entries, timeZone }: Statement, currency: Currency): PaperBlock {
  const money = (minor: number) => formatMoney(minor, currency);
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  const cells = (entry: StatementEntry) => [
    dayInWords(entry.occurredAt, timeZone),
    String(entry.orderNumber),
    entryWords(entry),
    money(entry.value),
    percentWords(entry.rateBps),
    money(entry.amount),
  ];
  return {
    kind: "table",
    columns: [
      { name: "Date", share: 0.19, align: "left" },
      { name: "Order", share: 0.11, align: "left" },
      { name: "What for", share: 0.25, align: "left" },
      { name: "Value", share: 0.17, align: "right" },
      { name: "Rate", share: 0.1, align: "right" },
      { name: "Amount", share: 0.18, align: "right" },
    ],
    rows: entries.map(cells),
    sums: [["Commission of the month", money(sum)]],
  };
}

function movementTable({ movements, timeZone }: Statement, currency: Currency): PaperBlock {
  const cells = (each: WalletMovement) => [
    dayInWords(each.occurredAt, timeZone),
    each.type === "PayoutPaid"
      ? `Paid out${each.reference ? `, reference ${each.reference}` : ""}`
      : "Turned into store credit",
    formatMoney(each.type === "PayoutPaid" ? each.cash : each.credit, currency),
  ];
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

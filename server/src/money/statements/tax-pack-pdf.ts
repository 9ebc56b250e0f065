import { formatMoney } from "@portal/shared/platform/money.ts";
import { monthInWords } from "@portal/shared/platform/months.ts";
import type { Paper, PaperColumn } from "../../gateways/documents/pdf-document.ts";
import type { StatementHead } from "./statement-pdf.ts";
import { dayInWords } from "./statement-words.ts";
import type { TaxPack } from "./tax-pack.queries.ts";

const columns: readonly PaperColumn[] = [
  { name: "Month", share: 0.34, align: "left" },
  { name: "Commission earned", share: 0.22, align: "right" },
  { name: "Paid out", share: 0.22, align: "right" },
  { name: "Store credit", share: 0.22, align: "right" },
];

/** The tax pack of a year as a paper: commission by month, and every payout. */
export function taxPackPaper(pack: TaxPack, head: StatementHead): Paper {
  const { memberId, year, months, payouts, earned, cash, converted, timeZone } = pack;
  const money = (minor: number) => formatMoney(minor, head.currency);
  const first = months[0]?.month ?? "";
  const last = months.at(-1)?.month ?? "";
  return {
    language: head.language,
    title: `Tax year ${year}`,
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
                ? "Every month is closed: these figures do not change any more."
                : "Not every month is closed yet: these figures may still change.",
              `Commission is reckoned on values without VAT. Months are those of ${timeZone}.`,
            ],
          },
          {
            kind: "table",
            columns,
            rows: [
              ...months.map((each) => [
                monthInWords(each.month),
                ...[each.earned, each.cash, each.converted].map(money),
              ]),
              ["Tax year", money(earned), money(cash), money(converted)],
            ],
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
              .filter(({ type }) => type === "PayoutPaid")
              .map((each) => [
                dayInWords(each.occurredAt, timeZone),
                each.reference ?? "",
                money(each.cash),
              ]),
            sums: [["Paid out", money(cash)]],
          },
        ],
      },
    ],
  };
}

/** The same by month as CSV, amounts with two decimals; the last line is the year. */
export function taxPackCsv({ months, currency, year, earned, cash, converted }: TaxPack): string {
  const lines = [
    ["month", "currency", "commission earned", "paid out", "turned into store credit", "closed"],
    ...months.map((each) => [
      each.month,
      currency,
      ...[each.earned, each.cash, each.converted].map(decimal),
      each.isClosed ? "yes" : "no",
    ]),
    [`tax year ${year}`, currency, ...[earned, cash, converted].map(decimal), ""],
  ];
  return `${lines.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}

/** Minor units as `-1234.50`, for programs. */
function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

import type { DayOrder } from "./day-text.ts";
import { currencyOfWord } from "./own-currency.ts";
import type { CsvRecord } from "./statement-file.ts";

/** How banks name their columns, the most telling first; in lower case, without a currency behind them. */
export const names = {
  day: [
    "date",
    "date (utc)",
    "posting date",
    "posted date",
    "post date",
    "booking date",
    "effective date",
    "transaction date",
    "txn date",
    "date completed (utc)",
    "completed date",
    "value date",
    "created",
    "day",
  ],
  amount: ["amount", "value", "transaction amount", "net amount"],
  in: [
    "money in",
    "paid in",
    "credit amount",
    "credit",
    "credits",
    "deposit",
    "deposits",
    "credit(s)",
    "payments in",
    "received",
    "in",
  ],
  out: [
    "money out",
    "paid out",
    "debit amount",
    "debit",
    "debits",
    "withdrawal",
    "withdrawals",
    "withdrawn",
    "debit(s)",
    "payments out",
    "payments",
    "out",
  ],
  mark: [
    "dr/cr",
    "cr/dr",
    "d/c",
    "c/d",
    "debit/credit",
    "credit/debit",
    "debit / credit",
    "dr / cr",
    "drcr",
    "debit credit indicator",
    "credit debit indicator",
    "indicator",
    "direction",
    "sign",
  ],
  /** They may say debit or credit, or something else. */
  perhapsMark: ["type", "transaction type", "details"],
  fee: ["fee", "fees"],
  feeCurrency: ["fee currency"],
  balance: ["balance", "running balance", "running bal.", "running bal", "account balance"],
  text: [
    "description",
    "transaction description",
    "original description",
    "details",
    "transaction details",
    "narrative",
    "narration",
    "memo",
    "name",
    "counter party",
    "counterparty",
    "payer",
    "payee",
    "beneficiary or cardholder",
    "payer name",
    "payee name",
    "bank description",
    "description 1",
    "description 2",
    "notes and #tags",
    "reference",
    "customer reference",
    "payment reference",
    "statement reference",
    "originator reference",
    "particulars",
  ],
  reference: [
    "reference",
    "customer reference",
    "payment reference",
    "statement reference",
    "originator reference",
    "cheque number",
    "check number",
    "check or slip #",
  ],
  id: ["transaction id", "transferwise id", "id"],
  currency: [
    "currency",
    "payment currency",
    "account currency",
    "currency code",
    "ccy",
    "account ccy",
  ],
  state: ["state", "status", "type"],
  account: [
    "account number",
    "account no",
    "account no.",
    "account nr",
    "account nr.",
    "acc number",
    "acc no",
    "acc no.",
    "acc nr",
    "iban",
    "account",
    "source account",
    "account id",
    "bank account",
    "account name",
    "account nickname",
  ],
} as const;
export type Role = keyof typeof names;

const besideChosen: readonly string[] = [
  ...names.currency,
  ...names.feeCurrency,
  ...names.account,
  "state",
  "status",
];

/** Whether a column to which nobody gave a role is read by its own name: it says which lines are the shop's money. */
export function isReadBesideChosen(name: string): boolean {
  return besideChosen.includes(name);
}

export type Header = Readonly<{
  columns: readonly string[];
  /** Behind a name: `Amount (GBP)`, `Paid in (£)`. */
  currencies: readonly string[];
}>;

const knownCurrencies = new Set(Intl.supportedValuesOf("currency"));

/** The names of columns as this folder compares them. */
export function headerOf({ cells }: CsvRecord): Header {
  const currencies: string[] = [];
  const columns = cells.map((cell) => {
    const name = cell.trim().toLowerCase().replaceAll(/\s+/g, " ");
    const [, bare, behind = ""] =
      /^(.*\S)\s*\(([a-z]{3}|[£€$r])\)$/.exec(name) ??
      /^(.*\S) (zar|gbp|usd|eur)$/.exec(name) ??
      [];
    const code = currencyOfWord(behind);
    if (bare === undefined || !knownCurrencies.has(code)) return name;
    currencies.push(code);
    return bare;
  });
  return { columns, currencies };
}

/** Whether these are the names of columns: a day, an amount or money both in and out, and words. */
export function isHeader(record: CsvRecord): boolean {
  const { columns } = headerOf(record);
  const has = (role: Role) => names[role].some((name) => columns.includes(name));
  return has("day") && (has("amount") || (has("in") && has("out"))) && has("text");
}

/** The place of a column; -1 where there is none. */
export function placeOf(role: Role, { columns }: Header): number {
  const name = names[role].find((each) => columns.includes(each));
  return name === undefined ? -1 : columns.indexOf(name);
}

/** What is known of the files of a bank, which a header with these names is. */
export type KnownColumns = Readonly<{
  has: readonly string[];
  /** Not where a bank of several countries has the same names in all. */
  order?: DayOrder;
  /** A column with the payer's reference that other banks use for something else. */
  reference?: string;
  /** A column of texts that says nothing of the payment. */
  without?: string;
  /** Of a card: what was bought is positive, and what was paid to the card is negative. */
  isOwed?: true;
  /** The only state of lines that are booked. */
  booked?: string;
}>;

const known: readonly KnownColumns[] = [
  // Barclays
  { has: ["number", "account", "subcategory", "memo"], order: "day-first", reference: "number" },
  // Lloyds, Halifax, Bank of Scotland
  { has: ["sort code", "debit amount", "credit amount"], order: "day-first" },
  // NatWest, Royal Bank of Scotland
  { has: ["type", "value", "account name", "account number"], order: "day-first" },
  // Starling
  { has: ["counter party", "reference", "type"], order: "day-first" },
  // Monzo
  { has: ["emoji", "local currency"], order: "day-first", reference: "description" },
  // Revolut, whose business export has years first
  { has: ["completed date", "state"], order: "day-first", booked: "completed" },
  { has: ["date completed (utc)", "state"], order: "day-first", booked: "completed" },
  // Wise
  { has: ["transferwise id"], order: "day-first" },
  // HSBC, Nationwide
  { has: ["paid in", "paid out"], order: "day-first" },
  // Capitec Business
  { has: ["account", "reference", "fees"], order: "day-first" },
  // Chase: the column says debit, credit, check or deposit slip
  { has: ["posting date", "check or slip #"], order: "month-first", without: "details" },
  // American Express
  { has: ["appears on your statement as"], isOwed: true },
  { has: ["card member", "account #"], order: "month-first", isOwed: true },
  // Discover
  { has: ["trans. date", "post date", "category"], order: "month-first", isOwed: true },
  // Bank of America
  { has: ["date", "running bal."], order: "month-first" },
];

/** What is known of files with these columns; null for those of no known bank. */
export function knownColumns({ columns }: Header): KnownColumns | null {
  return known.find(({ has }) => has.every((name) => columns.includes(name))) ?? null;
}

const markSigns: ReadonlyMap<string, 1 | -1> = new Map([
  ["cr", 1],
  ["c", 1],
  ["credit", 1],
  ["in", 1],
  ["+", 1],
  ["money in", 1],
  ["crdt", 1],
  ["deposit", 1],
  ["dr", -1],
  ["d", -1],
  ["debit", -1],
  ["out", -1],
  ["-", -1],
  ["money out", -1],
  ["dbit", -1],
  ["withdrawal", -1],
]);

/** Which way money went by a value that says debit or credit; undefined for any other. */
export function signOf(mark: string): 1 | -1 | undefined {
  return markSigns.get(mark.toLowerCase());
}

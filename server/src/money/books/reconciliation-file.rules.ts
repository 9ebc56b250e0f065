import type { Day } from "@portal/shared/platform/calendar.ts";
import { harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { decimalText, type Currency } from "@portal/shared/platform/money.ts";
import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { accountWords } from "@portal/shared/sales/bank-lines.ts";
import { cardProviderNames } from "@portal/shared/sales/card-match.ts";
import type { BankReconciliation, UnbookedLine, UnseenEntry } from "./bank-reconciliation.rules.ts";
import type { CardReconciliation } from "./card-reconciliation.rules.ts";
import { csvOf } from "./journal-files.rules.ts";

const headings = ["part", "day", "account", "what", "text", "order", "amount", "currency"];

/** What the file calls its parts. */
const bankParts = {
  outside: "statement",
  lines: "on the statement, not in the ledger",
  entries: "in the ledger, not on the statement",
  before: "before the first statement",
  none: "no statement is stored",
  seenOn: "on the statement of",
} as const;
const cardParts: Parts = {
  outside: "settlements",
  lines: "in the settlements, not in the ledger",
  entries: "in the ledger, not in the settlements",
  before: "before the first settlement",
  none: "no settlement is stored",
  seenOn: "in the settlement of",
};
type Parts = Readonly<Record<keyof typeof bankParts, string>>;

/** The account of the card provider as CSV: that of the bank, and below it what each provider moved in the month. */
export function cardFile(reconciliation: CardReconciliation, currency: Currency): string {
  const moved = reconciliation.providers.flatMap(({ provider, books, stored }) => {
    const account = provider === null ? "not known" : cardProviderNames[provider];
    const of = (part: string, what: string, on: Day, amount: number) => [
      part,
      on,
      account,
      what,
      "",
      "",
      decimalText(amount),
      currency,
    ];
    const { day } = reconciliation;
    return [
      of("ledger of the provider", "", day, books),
      ...(stored === null
        ? []
        : movementNames.map((name) => of("moved", name, stored.month.from, stored.month[name]))),
    ];
  });
  return csvOf(headings, [...rowsOf(reconciliation, currency, cardParts), ...moved]);
}

const movementNames = [
  "opening",
  "charges",
  "refunds",
  "disputes",
  "fees",
  "payouts",
  "other",
  "difference",
  "closing",
] as const;

/**
 * A reconciliation as CSV. The amounts below `ledger` add up to `statement`; what is in the ledger alone is negative there, as
 * money that the statement does not have.
 */
export function bankFile(reconciliation: BankReconciliation, currency: Currency): string {
  return csvOf(headings, rowsOf(reconciliation, currency, bankParts));
}

function rowsOf(
  { day, accounts, statement, books, lines, entries, before, difference }: BankReconciliation,
  currency: Currency,
  parts: Parts,
): string[][] {
  const row = (
    part: string,
    amount: number,
    of: Partial<Record<"day" | "account" | "what" | "text" | "order", string>> = {},
  ) => [
    part,
    of.day ?? day,
    of.account ?? "",
    of.what ?? "",
    of.text ?? "",
    of.order ?? "",
    decimalText(amount),
    currency,
  ];
  const ofAccount = accounts.map(({ account, closing, statedOn }) =>
    row("account", closing, {
      account: nameOf(account),
      what: statedOn === null ? "no balance in the files" : `balance in the file of ${statedOn}`,
    }),
  );
  return [
    ...ofAccount,
    row(parts.outside, statement, accounts.length === 0 ? { what: parts.none } : {}),
    row("ledger", books),
    ...lines.rows.map((line) => lineRow(row, parts, line)),
    ...entries.rows.map((entry) => entryRow(row, parts, entry)),
    row(parts.before, before.sum),
    row("unexplained difference", difference),
  ];
}

/** In words, because a spreadsheet cuts the zeros at the begin of digits; names are those of the bank's file. */
function nameOf(account: string | null): string {
  return account === null ? "own" : harmlessCsvText(accountWords(account));
}

type Row = (
  part: string,
  amount: number,
  of: Partial<Record<"day" | "account" | "what" | "text" | "order", string>>,
) => string[];

function lineRow(
  row: Row,
  parts: Parts,
  { day, account, reason, description, amount }: UnbookedLine,
) {
  const text = harmlessCsvText(description);
  const of = { day, account: nameOf(account), what: reason, text };
  return row(parts.lines, amount, of);
}

function entryRow(
  row: Row,
  parts: Parts,
  { day, event, seenOn, orderNumber, amount }: UnseenEntry,
) {
  return row(parts.entries, -amount, {
    day,
    what: event,
    text: seenOn === null ? "" : `${parts.seenOn} ${seenOn}`,
    order: orderNumber === null ? "" : orderReference(orderNumber),
  });
}

import { harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { decimalText, type Currency } from "@portal/shared/platform/money.ts";
import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { accountWords } from "@portal/shared/sales/bank-lines.ts";
import type { BankReconciliation, UnbookedLine, UnseenEntry } from "./bank-reconciliation.rules.ts";
import { csvOf } from "./journal-files.rules.ts";

const headings = ["part", "day", "account", "what", "text", "order", "amount", "currency"];

/**
 * A reconciliation as CSV. The amounts below `ledger` add up to `statement`; what is in the ledger alone is negative there, as
 * money that the statement does not have.
 */
export function bankFile(
  { day, accounts, statement, books, lines, entries, before, difference }: BankReconciliation,
  currency: Currency,
): string {
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
  return csvOf(headings, [
    ...ofAccount,
    row("statement", statement, accounts.length === 0 ? { what: "no statement is stored" } : {}),
    row("ledger", books),
    ...lines.rows.map((line) => lineRow(row, line)),
    ...entries.rows.map((entry) => entryRow(row, entry)),
    row("before the first statement", before.sum),
    row("unexplained difference", difference),
  ]);
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

function lineRow(row: Row, { day, account, reason, description, amount }: UnbookedLine) {
  const text = harmlessCsvText(description);
  const of = { day, account: nameOf(account), what: reason, text };
  return row("on the statement, not in the ledger", amount, of);
}

function entryRow(row: Row, { day, event, seenOn, orderNumber, amount }: UnseenEntry) {
  return row("in the ledger, not on the statement", -amount, {
    day,
    what: event,
    text: seenOn === null ? "" : `on the statement of ${seenOn}`,
    order: orderNumber === null ? "" : orderReference(orderNumber),
  });
}

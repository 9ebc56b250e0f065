import type { Chart } from "@portal/shared/catalogue/chart.ts";
import type { Day } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { harmlessText } from "@portal/shared/platform/harmless-text.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { withoutAccents } from "@portal/shared/platform/texts.ts";
import { accountId, accountsOf, type Journal, journalWords } from "./book-entry.rules.ts";

/**
 * Intuit Interchange Format: the first line of a journal is TRNS, the others SPL, and the amounts add up to 0
 * (iif_reference_transactions.html of Intuit's help of 2008).
 *
 * @throws DomainError books.account-names
 */
export function iifFile(journals: readonly Journal[], chart: Chart): string {
  const names = iifNames(chart);
  const columns = ["TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO"];
  const heads = [["!TRNS", ...columns], ["!SPL", ...columns], ["!ENDTRNS"]];
  const blocks = journals.flatMap(({ number, postingDate, lines }) => [
    ...lines
      .flatMap(({ debit, credit, ...line }) =>
        [debit, -credit].filter((amount) => amount !== 0).map((amount) => ({ ...line, amount })),
      )
      .map((line, index) => [
        index === 0 ? "TRNS" : "SPL",
        "GENERAL JOURNAL",
        monthFirst(postingDate),
        names.get(accountId(line)) ?? iifName(line.name),
        decimalText(line.amount),
        number,
        journalWords(number, line),
      ]),
    ["ENDTRNS"],
  ]);
  return [...heads, ...blocks].map((cells) => `${cells.join("\t")}\r\n`).join("");
}

export function monthFirst(day: Day): string {
  const [year, month, ofMonth] = day.split("-");
  return `${month}/${ofMonth}/${year}`;
}

/** Of one level: an account below another is `Parent:Child`, each with as many (`Name` of an account in Intuit's qbXML). */
const nameMost = 31;

/**
 * The names of the accounts by which QuickBooks Desktop knows them: a longer one is another account to it, which it would create.
 * Of the whole chart, so that no month's file has a name that another month's has for another account.
 *
 * @throws DomainError books.account-names where a name has nothing left, or two accounts come to the same name
 */
function iifNames(chart: Chart): ReadonlyMap<string, string> {
  const accounts = accountsOf(chart).map((account) => ({
    ...account,
    short: iifName(account.name),
  }));
  for (const { name, short } of accounts)
    if (short.split(":").includes("")) throw new DomainError("books.account-names", name);
  // It takes capitals and small letters as the same. Two keys with one name are one account on purpose.
  const byName = Map.groupBy(accounts, ({ short }) => short.toLowerCase());
  for (const same of byName.values()) {
    const typed = [...new Set(same.map(({ name }) => name))];
    if (typed.length > 1) throw new DomainError("books.account-names", typed.join(", "));
  }
  return new Map(accounts.map((account) => [accountId(account), account.short]));
}

/** In ASCII, because the file says nothing of its encoding, and without what ends a field or a line. */
function iifName(name: string): string {
  return withoutAccents(harmlessText(name))
    .replaceAll(/[’‘ʼ´`]/g, "'")
    .replaceAll(/[^ -~]|[";]/g, " ")
    .split(":")
    .map((level) => level.replaceAll(/\s+/g, " ").trim().slice(0, nameMost).trim())
    .join(":");
}

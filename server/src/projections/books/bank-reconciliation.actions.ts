import type { BankAsOf } from "@portal/shared/money/books.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import { bankFile } from "../../money/books/reconciliation-file.rules.ts";
import {
  type BankReconciliation,
  reconcileBank,
} from "../../money/books/bank-reconciliation.rules.ts";
import { listUnexplained } from "../../money/books/suspense.queries.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { listAccepted } from "../../sales/accepted-differences/accepted-difference.store.ts";

export type BankContext = Pick<Caller, "readDb" | "readBooks" | "shop" | "now">;

/** A screen shows no more; the file has all. */
const rowsMost = 200;

/**
 * The account Bank and the stored statements at the end of a day, with the newest of what is on one side alone, in minor
 * units of the portal's currency.
 */
export async function getBankReconciliation(context: BankContext, question: BankAsOf) {
  const accepted = await listAccepted(context.readDb);
  const shown = shownReconciliation(await reconciled(context, question), accepted);
  const unexplained = await listUnexplained(context.readDb, shown.day);
  return {
    ...shown,
    /** Booked to the account Unexplained. */
    unexplained: {
      rows: newestOf({ rows: unexplained }).rows.map((line) => ({
        ...line,
        accepted: accepted.get(line.thing) ?? null,
      })),
      count: unexplained.length,
      sum: unexplained.reduce((sum, { amount }) => sum + amount, 0),
    },
  };
}

/** A reconciliation as a screen shows it, with who accepted what. */
export function shownReconciliation<Found extends BankReconciliation>(
  { lines, entries, ...rest }: Found,
  accepted: Awaited<ReturnType<typeof listAccepted>>,
) {
  const { rows, ...counted } = newestOf(entries);
  return {
    ...rest,
    lines: newestOf(lines),
    entries: {
      ...counted,
      rows: rows.map((entry) => ({ ...entry, accepted: accepted.get(entry.thing) ?? null })),
    },
  };
}

function newestOf<Row extends Readonly<{ day: string }>, List extends { rows: readonly Row[] }>(
  list: List & { rows: readonly Row[] },
) {
  const newest = list.rows.toSorted((one, other) => other.day.localeCompare(one.day));
  return { ...list, rows: newest.slice(0, rowsMost) };
}

/** One CSV file: the figures, and what is on one side alone. */
export async function writeBankFiles(
  context: BankContext & Pick<Caller, "db" | "user" | "impersonatedById">,
  question: BankAsOf,
) {
  const { day, text } = await readBankFile(context, question);
  await insertAudit(context.db, context, {
    action: "bank-reconciliation.exported",
    target: null,
    details: { asOf: day },
  });
  return [{ name: `bank-${day}.csv`, text }];
}

/** The same as CSV, in full. */
export async function readBankFile(context: BankContext, question: BankAsOf) {
  const { currency, ...reconciliation } = await reconciled(context, question);
  return { day: reconciliation.day, text: bankFile(reconciliation, currency) };
}

async function reconciled({ readDb, readBooks, shop, now }: BankContext, { asOf }: BankAsOf) {
  const { region } = shop;
  const { timeZone, currency } = await getCalendar(readDb, region);
  const day = asOf ?? dayOf(now(), timeZone);
  const { bank } = await readBooks({ kind: "bank", region });
  return { currency, ...reconcileBank(day, bank) };
}

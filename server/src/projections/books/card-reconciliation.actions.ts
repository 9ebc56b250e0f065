import type { BankAsOf } from "@portal/shared/money/books.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import { cardFile } from "../../money/books/reconciliation-file.rules.ts";
import { listUnsettled } from "../../money/books/card-reconciliation.queries.ts";
import { reconcileCards } from "../../money/books/card-reconciliation.rules.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { listAccepted } from "../../sales/accepted-differences/accepted-difference.store.ts";
import { type BankContext, shownReconciliation } from "./bank-reconciliation.actions.ts";

/**
 * The account of the card provider and the stored settlements at the end of a day, with the newest of what is on one side
 * alone, in minor units of the portal's currency.
 */
export async function getCardReconciliation(context: BankContext, question: BankAsOf) {
  const accepted = await listAccepted(context.readDb);
  const shown = shownReconciliation(await reconciled(context, question), accepted);
  const unsettled = new Set((await listUnsettled(context.readDb)).map(({ thing }) => thing));
  const rows = shown.entries.rows.map((entry) => ({
    ...entry,
    /** Any other is said, or ignored, in the card reconciliation. */
    mayBeAccepted: unsettled.has(entry.thing),
  }));
  return { ...shown, entries: { ...shown.entries, rows } };
}

/** One CSV file: the figures, what is on one side alone, and what each provider moved in the month. */
export async function writeCardFiles(
  context: BankContext & Pick<Caller, "db" | "user" | "impersonatedById">,
  question: BankAsOf,
) {
  const { day, text } = await readCardFile(context, question);
  await insertAudit(context.db, context, {
    action: "card-reconciliation.exported",
    target: null,
    details: { asOf: day },
  });
  return [{ name: `card-provider-${day}.csv`, text }];
}

/** The same as CSV, in full. */
export async function readCardFile(context: BankContext, question: BankAsOf) {
  const { currency, ...reconciliation } = await reconciled(context, question);
  return { day: reconciliation.day, text: cardFile(reconciliation, currency) };
}

async function reconciled({ readDb, readBooks, shop, now }: BankContext, { asOf }: BankAsOf) {
  const { region } = shop;
  const { timeZone, currency } = await getCalendar(readDb, region);
  const { cards } = await readBooks({ kind: "cards", region });
  return { currency, ...reconcileCards(asOf ?? dayOf(now(), timeZone), cards) };
}

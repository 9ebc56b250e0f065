import { detailWords } from "@portal/shared/office/audit-words.ts";
import type { AuditAction } from "@portal/shared/platform/audit-actions.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";

/** One act as the audit has it. */
export type HeardChange = Readonly<{
  /** The person, order, section, product or transaction. */
  of: string | null;
  details: Readonly<Record<string, unknown>> | null;
  /** In minor units. */
  amount: number | null;
}>;

/**
 * The acts that are said one by one, and which of their details: what they change, never free words, addresses or references.
 * Of settings and products all changed values are said, but texts.
 */
export const toldDetails: Readonly<Partial<Record<AuditAction, readonly string[]>>> = {
  "order.eft-recorded": ["receivedOn"],
  "order.payment-undone": [],
  "order.cancelled": [],
  "order.refunded": ["method"],
  "order.reassigned": ["formerSellerId", "sellerId"],
  "order.recipient-corrected": ["section"],
  "bank-statement.uploaded": [
    "lines",
    "added",
    "repeats",
    "outgoing",
    "receivedAmount",
    "paidAmount",
    "missing",
    "missingAmount",
    "from",
    "to",
  ],
  "card-settlement.uploaded": [
    "lines",
    "added",
    "grossAmount",
    "feeAmount",
    "netAmount",
    "from",
    "to",
  ],
  "payout-batch.proved": ["proved"],
  "refunds.proved": ["proved"],
  "bank-line.applied": ["orders"],
  "bank-line.undone": ["orders"],
  "bank-line.ignored": ["kind"],
  "bank-line.reopened": [],
  "bank-debit.explained": ["kind"],
  "bank-debit.reopened": [],
  "opening-balance.booked": ["day"],
  "opening-balance.taken-back": ["day"],
  "vat-rounding.booked": [],
  "vat-rounding.taken-back": [],
  "card-line.explained": ["kind"],
  "card-line.reopened": [],
  "card-exception.ignored": ["orderNumber"],
  "difference.accepted": ["orderNumber"],
  "card-notification.handled": ["as"],
  "card-fees.taken-back": [],
  "credit.granted": [],
  "entry-question.answered": [],
  "payout.paid": ["paidOn"],
  "payout.rejected": [],
  "payout.corrected": ["changed"],
  "payout.returned": [],
  "payout.return-undone": [],
  "commission.repaid": [],
  "commission.repayment-undone": [],
  "payout.invoice-credited": ["reason"],
  "payout.requests-saved": ["corrections"],
  "payout-batch.made": ["items"],
  "payout-batch.cancelled": ["released", "fileLeft"],
  "withholding.saved": ["changed"],
  "self-billing.saved": ["changed"],
  "account.erased": ["setOffAmount", "writtenOffAmount"],
  "month.closed": [],
  "plan.planned": ["formerPlan", "plan", "publishOn"],
  "plan.withdrawn": ["plan", "publishOn"],
  "plan.published": ["formerPlan", "plan"],
  "product.added": ["price"],
  "product.deleted": ["price"],
  "user.created": [
    "role",
    "level",
    "parentId",
    "stockistMargin",
    "distributorPercent",
    "stockistVAT",
  ],
  "user.updated": ["values", "terms", "code", "changed"],
  "user.converted": [
    "role",
    "level",
    "formerParentId",
    "parentId",
    "stockistMargin",
    "distributorPercent",
  ],
  "user.deleted": [],
  "user.restored": [],
  "member.moved": ["formerParentId", "parentId"],
  "member.uplifted": ["level"],
  "impersonation.started": [],
};

const people: ReadonlySet<string> = new Set([
  "parentId",
  "formerParentId",
  "sellerId",
  "formerSellerId",
]);

/** The accounts that the details name. */
export function peopleIn(changes: readonly HeardChange[]): number[] {
  return changes.flatMap(({ details }) =>
    Object.entries(details ?? {}).flatMap(([name, value]) =>
      people.has(name) && typeof value === "number" ? value : [],
    ),
  );
}

/** "R100.00, received on: 9 Mar 2026" */
export function changeWords(
  action: AuditAction,
  { details, amount }: HeardChange,
  {
    currency,
    timeZone,
    names,
  }: Readonly<{ currency: Currency; timeZone: string; names: ReadonlyMap<number, string> }>,
): string {
  const all = details ?? {};
  // In this order: the database keeps none.
  const told = toldDetails[action] ?? Object.keys(all);
  const entries = told
    .filter((name) => Object.hasOwn(all, name))
    .map((name) => [name, all[name]] as const)
    .map(([name, value]) => [name, people.has(name) ? personOf(value, names) : value] as const);
  const shown = withoutValued(Object.fromEntries(entries));
  const words = detailWords({ action, details: shown }, timeZone);
  const money = amount === null ? "" : formatMoney(amount, currency);
  return [money, words].filter((part) => part !== "").join(", ");
}

/** Who no one is, is said too: a sale or member that lost its seller or parent. */
function personOf(id: unknown, names: ReadonlyMap<number, string>): string {
  return typeof id === "number" ? (names.get(id) ?? `person ${id}`) : "no one";
}

/** The names of changed fields, without those whose values are said. */
function withoutValued(
  details: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { changed, values } = details;
  if (!Array.isArray(changed)) return details;
  const valued = new Set<unknown>([...Object.keys(details), ...Object.keys(Object(values))]);
  return { ...details, changed: changed.filter((name: unknown) => !valued.has(name)) };
}

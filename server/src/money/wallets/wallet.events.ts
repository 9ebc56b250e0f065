import {
  orderIdSchema,
  payoutIdSchema,
  rowIdSchema,
  userIdSchema,
} from "@portal/shared/platform/ids.ts";
import { positiveMinorSchema } from "@portal/shared/platform/money-schemas.ts";
import { chosenCreditReasons, invoiceCreditReasons } from "@portal/shared/money/payout-terms.ts";
import {
  creditGivenUpReasons,
  creditPaidOutReasons,
} from "@portal/shared/people/users/erase-user.ts";
import { z } from "zod";
import {
  createCatalogue,
  defineEvent,
  type EventOf,
  olderVersion,
} from "../../platform/ledger/event-catalogue.ts";
import { textIdSchema, withReasonId } from "../../platform/free-text/text-ids.ts";

export const walletStream = (userId: number): string => `wallet-${userId}`;

const payout = { payoutId: payoutIdSchema, userId: userIdSchema };
const amount = z.int().positive();
const reason = z.string().max(500);
const paid = { ...payout, amount: positiveMinorSchema, paidOn: z.iso.date() };
const requested = {
  ...payout,
  /** Unpaid at the cut-off; `requested` is the cash: commission less credit. */
  commission: positiveMinorSchema,
  credit: z.int(),
  requested: positiveMinorSchema,
  /** The cut-off, where it is not the position of this event. */
  throughPosition: z.int().min(0).optional(),
};
const creditPaidOut = {
  userId: userIdSchema,
  amount,
  paidOn: z.iso.date(),
  reason: z.enum(creditPaidOutReasons),
};
/** Tax kept of the cash, at most all of it; the rest goes to the bank. */
const withheld = z.int().min(0);
/**
 * The VAT in `amount`, in basis points, of a payout for which the shop writes the member's tax invoice; null: it writes none
 * (docs/domain.md, "Wallet, payouts, credit").
 */
const selfBilledVatBps = z.int().min(1).max(10_000).nullable();
/** Files and older versions have it only where an invoice is written. */
const sinceSelfBilling = { selfBilledVatBps: selfBilledVatBps.optional() };

export const walletEventDefinitions = [
  defineEvent(
    "PayoutRequested",
    z.object({ ...requested, withheld }),
    olderVersion(z.object(requested), (older) => ({ ...older, withheld: 0 })),
  ),
  defineEvent(
    "PayoutPaid",
    /** `amount` is the cash with the tax in it: what the member is no longer owed. */
    z.object({ ...paid, withheld, selfBilledVatBps, referenceId: textIdSchema }),
    // Files still use this version, with the tax where there is any.
    olderVersion(
      z.object({
        ...paid,
        withheld: withheld.optional(),
        ...sinceSelfBilling,
        reference: z.string().max(200),
      }),
      ({ reference, ...older }, eventId) => ({ ...older, referenceId: reference ? eventId : null }),
    ),
    olderVersion(
      z.object({
        ...paid,
        withheld: withheld.optional(),
        ...sinceSelfBilling,
        referenceId: textIdSchema,
      }),
      (older) => ({ ...older, withheld: older.withheld ?? 0 }),
    ),
    olderVersion(
      z.object({ ...paid, withheld, ...sinceSelfBilling, referenceId: textIdSchema }),
      (older) => ({ ...older, selfBilledVatBps: older.selfBilledVatBps ?? null }),
    ),
  ),
  /** The office corrects the recorded day of a payment, the bank's reference, or both. */
  defineEvent(
    "PayoutCorrected",
    z.object({ ...payout, paidOn: z.iso.date(), referenceId: textIdSchema }),
    olderVersion(
      z.object({ ...payout, paidOn: z.iso.date(), reference: z.string().max(200) }),
      ({ reference, ...older }, eventId) => ({ ...older, referenceId: reference ? eventId : null }),
    ),
  ),
  /** The shop takes back the tax invoice that it wrote in the member's name; the money stays where it is. */
  defineEvent(
    "SelfBilledInvoiceCredited",
    z.object({ ...payout, reason: z.enum(invoiceCreditReasons) }),
    // Before a payout could be returned.
    olderVersion(z.object({ ...payout, reason: z.enum(chosenCreditReasons) }), (older) => older),
  ),
  /** The bank gave back what was transferred: the member is owed all of `amount` again, and no tax is withheld of it. */
  defineEvent(
    "PayoutReturned",
    z.object({
      ...payout,
      /** Both as they were paid. */
      amount: positiveMinorSchema,
      withheld,
      /** The incoming transaction; null where no stored one is known. */
      bankLineId: z.nullable(rowIdSchema),
    }),
  ),
  /** A member with a negative balance transferred commission back, which was paid out before it was reversed. */
  defineEvent(
    "CommissionRepaid",
    z.object({
      userId: userIdSchema,
      amount,
      /** The incoming transaction; null where no stored one is known. */
      bankLineId: z.nullable(rowIdSchema),
    }),
  ),
  /** The office takes a wrong `PayoutReturned` back: the payout was paid after all, and its transaction is something else. */
  defineEvent(
    "PayoutReturnUndone",
    z.object({
      ...payout,
      /** As they were returned, and by which transaction. */
      amount: positiveMinorSchema,
      withheld,
      bankLineId: z.nullable(rowIdSchema),
    }),
  ),
  /** The office takes a wrong `CommissionRepaid` back: the member owes the amount again. */
  defineEvent(
    "CommissionRepaymentUndone",
    z.object({
      userId: userIdSchema,
      amount,
      /** By which it was repaid. A repayment without one, as an import may have, cannot be undone. */
      bankLineId: rowIdSchema,
    }),
  ),
  /** Store credit of a member with a negative balance who is erased pays commission back. */
  defineEvent("CreditSetOff", z.object({ userId: userIdSchema, amount })),
  /** A member with a negative balance is erased, so that nobody is left who could pay the rest back. */
  defineEvent("CommissionWrittenOff", z.object({ userId: userIdSchema, amount })),
  /** The reason is shown to the member; null where the office only replaces the request (docs/decisions.md, 26). */
  defineEvent(
    "PayoutRejected",
    z.object({ ...payout, reasonId: textIdSchema }),
    olderVersion(z.object({ ...payout, reason: reason.nullable() }), withReasonId),
  ),
  defineEvent(
    "CreditGranted",
    z.object({ userId: userIdSchema, amount, reasonId: textIdSchema }),
    olderVersion(z.object({ userId: userIdSchema, amount, reason }), withReasonId),
  ),
  defineEvent("CommissionConverted", z.object({ userId: userIdSchema, amount })),
  defineEvent("CreditSpent", z.object({ userId: userIdSchema, amount, orderId: orderIdSchema })),
  defineEvent("CreditRestored", z.object({ userId: userIdSchema, amount, orderId: orderIdSchema })),
  /** The store credit of an erased user: paid out, or given up. The reason is a code, because free text may have personal data. */
  defineEvent(
    "CreditPaidOut",
    /** `amount` with the tax in it, as of a payout. */
    z.object({ ...creditPaidOut, withheld }),
    olderVersion(z.object(creditPaidOut), (older) => ({ ...older, withheld: 0 })),
  ),
  defineEvent(
    "CreditGivenUp",
    z.object({ userId: userIdSchema, amount, reason: z.enum(creditGivenUpReasons) }),
  ),
] as const;

export const walletEvents = createCatalogue(...walletEventDefinitions);
export type WalletEvent = EventOf<(typeof walletEventDefinitions)[number]>;

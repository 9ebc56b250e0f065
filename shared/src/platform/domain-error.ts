import { accessRefusals } from "./refusals/access-refusals.ts";
import { projectionRefusals, officeRefusals } from "./refusals/office-refusals.ts";
import { deliveryRefusals } from "./refusals/delivery-refusals.ts";
import { moneyRefusals } from "./refusals/money-refusals.ts";
import { orderRefusals } from "./refusals/order-refusals.ts";
import { peopleRefusals } from "./refusals/people-refusals.ts";
import type { Currency } from "./money.ts";
import type { DomainErrorStatus, Refusals } from "./refusals/refusals.ts";

export type { DomainErrorStatus };

/**
 * Every refusal in one table: the code, which is part of the API and never renamed, the HTTP status, and the message for
 * the user.
 */
export const domainErrors = {
  ...accessRefusals,
  ...peopleRefusals,
  ...orderRefusals,
  ...deliveryRefusals,
  ...moneyRefusals,
  ...projectionRefusals,
  ...officeRefusals,
} satisfies Refusals;

export type DomainErrorCode = keyof typeof domainErrors;

/** A payment that is already recorded and may be the same money. Minor units; the day in the shop's time zone. */
export type KnownPayment = Readonly<{
  orderNumber: number;
  amount: number;
  currency: Currency;
  method: "card" | "eft" | "credit";
  day: string;
}>;

/** What is known of an order that another payment is about to be recorded for. */
export type KnownPayments = Readonly<{ orderNumber: number; payments: readonly KnownPayment[] }>;

type About =
  | string
  | Readonly<{ field: string; words?: string }>
  | Readonly<{ known: KnownPayments }>;

/** An expected refusal. Anything else that is thrown is a bug and becomes a 500. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: DomainErrorCode;
  /** The form field that the message belongs to; null for the form as a whole. */
  readonly field: string | null;
  /** For a payment that may be a second one: what is there already. */
  readonly known: KnownPayments | null;

  /** @param about a form field, known payments, or words appended to the message that name the product, member, … */
  constructor(code: DomainErrorCode, about?: About) {
    const { message } = domainErrors[code];
    const words = typeof about === "object" && "words" in about ? about.words : about;
    super(typeof words === "string" ? `${message} (${words})` : message);
    this.code = code;
    this.field = typeof about === "object" && "field" in about ? about.field : null;
    this.known = typeof about === "object" && "known" in about ? about.known : null;
  }

  /** The same refusal of a field, where only the caller knows which one it is. */
  ofField(field: string): DomainError {
    return Object.assign(new DomainError(this.code, { field }), { message: this.message });
  }
}

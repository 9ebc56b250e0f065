import { accessRefusals } from "./refusals/access-refusals.ts";
import { projectionRefusals, officeRefusals } from "./refusals/office-refusals.ts";
import { deliveryRefusals } from "./refusals/delivery-refusals.ts";
import { moneyRefusals } from "./refusals/money-refusals.ts";
import { orderRefusals } from "./refusals/order-refusals.ts";
import { peopleRefusals } from "./refusals/people-refusals.ts";
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

/** An expected refusal. Anything else that is thrown is a bug and becomes a 500. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: DomainErrorCode;
  /** The form field that the message belongs to; null for the form as a whole. */
  readonly field: string | null;

  /** @param about a form field, or text appended to the message that names the product, member, … */
  constructor(code: DomainErrorCode, about?: string | Readonly<{ field: string }>) {
    const { message } = domainErrors[code];
    super(typeof about === "string" ? `${message} (${about})` : message);
    this.code = code;
    this.field = typeof about === "object" ? about.field : null;
  }
}

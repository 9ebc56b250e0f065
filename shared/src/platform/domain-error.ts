import { accessRefusals } from "./refusals/access-refusals.ts";
import { projectionRefusals, officeRefusals } from "./refusals/office-refusals.ts";
import { deliveryRefusals } from "./refusals/delivery-refusals.ts";
import { moneyRefusals } from "./refusals/money-refusals.ts";
import { orderRefusals } from "./refusals/order-refusals.ts";
import { peopleRefusals } from "./refusals/people-refusals.ts";
import type { DomainErrorStatus, Refusals } from "./refusals/refusals.ts";

export type { DomainErrorStatus };

/**
 * Every way a command can be refused, in one table. The key travels over the wire; the status tells
 * HTTP what happened; the message is what a person reads. A key that shipped is never renamed.
 */
export const domainErrors = {
  ...accessRefusals,
  ...peopleRefusals,
  ...orderRefusals,
  ...deliveryRefusals,
  ...moneyRefusals,
  ...projectionRefusals,
  ...officeRefusals,
} as const satisfies Refusals;

export type DomainErrorCode = keyof typeof domainErrors;

/** An expected refusal. Anything else that is thrown is a bug and becomes a 500. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: DomainErrorCode;
  /** The field that the sentence stands beside in a form; null where it is about the whole. */
  readonly field: string | null;

  /** A text names the very thing (a product, a member), where the sentence alone would leave a question. */
  constructor(code: DomainErrorCode, about?: string | Readonly<{ field: string }>) {
    const { message } = domainErrors[code];
    super(typeof about === "string" ? `${message} (${about})` : message);
    this.code = code;
    this.field = typeof about === "object" ? about.field : null;
  }
}

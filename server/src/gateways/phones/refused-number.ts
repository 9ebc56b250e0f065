import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";

/** The refusal of a number in the words of who refused it: the shop's region, or the phone service. */
export function refusedNumber(code: DomainErrorCode, field: string, message: string): DomainError {
  return Object.assign(new DomainError(code, { field }), { message });
}

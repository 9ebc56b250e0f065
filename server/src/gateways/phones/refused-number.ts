import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { CheckedPhone } from "./phone-check.ts";

/** The refusal of a number in the words of who refused it: the shop's region, or the phone service. */
export function refusedNumber(code: DomainErrorCode, field: string, message: string): DomainError {
  return Object.assign(new DomainError(code, { field }), { message });
}

/** The number in international form, to be stored. @throws DomainError `code`, in the words of the phone service if it refuses */
export function requireValid(checked: CheckedPhone, code: DomainErrorCode, field: string): string {
  if (checked.valid) return checked.international;
  throw checked.isOfService
    ? refusedNumber(code, field, checked.message)
    : new DomainError(code, { field });
}

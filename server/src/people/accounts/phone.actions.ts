import type { Caller } from "../../caller.ts";
import type { CheckedPhone } from "../../gateways/phones/phone-check.ts";
import {
  phoneChecks,
  phoneChecksFrom,
  requireAllowance,
} from "../../platform/rate-limit/rate-limits.ts";

/**
 * Each check may cost something at the service outside, and anybody may ask.
 *
 * @throws DomainError access.too-many-tries
 */
export async function checkPhone(caller: Caller, number: string): Promise<CheckedPhone> {
  await requireAllowance(caller, phoneChecksFrom(caller.ip), phoneChecks);
  return caller.phones.check(number);
}

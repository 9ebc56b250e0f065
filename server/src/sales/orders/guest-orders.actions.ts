import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { secondsUntilLeft, takeOne } from "../../platform/rate-limit/rate-limit.store.ts";
import { guestOrdersFrom } from "../../platform/rate-limit/rate-limits.ts";

/**
 * One more order of somebody who is not signed in, from this place in the network: a script must not fill
 * the ledger with orders that nobody pays. Whoever is signed in is not counted.
 *
 * @throws DomainError order.too-many-from-here, with the time after which one more is taken
 */
export async function requireGuestOrderLeft(caller: Caller): Promise<void> {
  const { db, now, ip, user, log } = caller;
  if (user !== null) return;
  const allowance = await guestOrdersFrom(ip);
  if (await takeOne(db, allowance, now(), { isHurried: true })) return;
  const minutes = Math.max(1, Math.ceil((await secondsUntilLeft(db, allowance, now())) / 60));
  // Where a proxy in front is not named (TRUST_PROXY), all guests are one place: whoever runs it must see that.
  log.warn({ minutes }, "guests of one network place ordered too often, and are told to wait");
  throw new DomainError("order.too-many-from-here", waitingWords(minutes));
}

function waitingWords(minutes: number): string {
  if (minutes === 1) return "in a minute";
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}

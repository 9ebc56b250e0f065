import { waits } from "@portal/shared/platform/acts.ts";
import { bankDetailsHoldHours } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { rowOf } from "../../platform/db/rows.ts";

/**
 * Of `account` and its `bank_detail`: from when payouts to them are on hold. Null while the bank details are the first ones
 * and the office has entered no email or cell number.
 */
export const heldFrom = sql<
  string | null
>`greatest(bank_detail.changed_at, account.contacts_set_at)`;

/** Until when payouts are on hold, for the office to confirm the bank details with the member; null where they are not. */
export function holdAfter(from: string | null, now: string): string | null {
  if (from === null) return null;
  const until = Date.parse(from) + bankDetailsHoldHours * 3_600_000;
  return until > Date.parse(now) ? new Date(until).toISOString() : null;
}

const holdRow = z.strictObject({
  heldFrom: z.nullable(z.iso.datetime()),
  /** Whoever of the office entered the email or cell number in `LOOKBACK`. */
  contactsSetBy: z.nullable(z.int()),
});

/**
 * Whoever changed where the warnings go does not lift the hold: they could have taken the account over.
 *
 * @throws DomainError payout.on-hold, payout.own-contact-change
 */
export async function requireNoHold(
  { db, now, user }: Pick<Caller, "db" | "now" | "user">,
  userId: number,
  { isConfirmed }: Readonly<{ isConfirmed: boolean }>,
): Promise<void> {
  const hold = await rowOf(
    db,
    holdRow,
    sql`
    select ${heldFrom} as "heldFrom",
      case when account.contacts_set_at > ${now()}::timestamptz - make_interval(secs => ${waits.LOOKBACK})
        then account.contacts_set_by end as "contactsSetBy"
    from account left join bank_detail on bank_detail.user_id = account.id
    where account.id = ${userId}`,
  );
  if (holdAfter(hold.heldFrom, now()) === null) return;
  if (!isConfirmed) throw new DomainError("payout.on-hold");
  if (user !== null && hold.contactsSetBy === user.id)
    throw new DomainError("payout.own-contact-change");
}

import { waits } from "@portal/shared/platform/acts.ts";
import type { AuditAction } from "@portal/shared/platform/audit-actions.ts";
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
  /** Whether this admin entered an email or cell number of the member in `LOOKBACK`. */
  isByOwnChange: z.boolean(),
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
      exists (
        select from audit_entry entry
        where entry.subject_id = account.id and entry.actor_id = ${user?.id ?? null}
          and entry.action = ${"user.updated" satisfies AuditAction} and entry.details -> 'changed' ?| array['email', 'cell']
          and entry.at > ${now()}::timestamptz - make_interval(secs => ${waits.LOOKBACK})
      ) as "isByOwnChange"
    from account left join bank_detail on bank_detail.user_id = account.id
    where account.id = ${userId}`,
  );
  if (holdAfter(hold.heldFrom, now()) === null) return;
  if (!isConfirmed) throw new DomainError("payout.on-hold");
  if (hold.isByOwnChange) throw new DomainError("payout.own-contact-change");
}

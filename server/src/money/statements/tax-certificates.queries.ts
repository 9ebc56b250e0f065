import { type FirstAndLast, startOfDay, addDays } from "@portal/shared/platform/calendar.ts";
import { taxNumberKinds } from "@portal/shared/people/tax-numbers.ts";
import { sql } from "kysely";
import { z } from "zod";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import type { TaxPack } from "./statement.queries.ts";
import type { CertificateFacts } from "./tax-certificates.rules.ts";

const personRow = z.strictObject({
  memberId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  kind: z.enum(taxNumberKinds).nullable(),
  number: z.string().nullable(),
  goodsBought: z.int(),
});

/**
 * The facts of the certificates of these tax years, in their order; without names where nobody knows them (any more): of an
 * erased member, and of one of an imported history who has no account. Tax numbers are whole, so this is for the file alone.
 *
 * @param period the days of the tax year
 */
export async function listCertificateFacts(
  db: ReadDatabase,
  packs: readonly TaxPack[],
  { from, to }: FirstAndLast,
): Promise<CertificateFacts[]> {
  const timeZone = packs[0]?.timeZone;
  if (timeZone === undefined) return [];
  const ids = packs.map(({ memberId }) => memberId);
  const named = await listUnerased(db, ids);
  const people = await rowsOf(
    db,
    personRow,
    sql`
    select member.id as "memberId", coalesce(account.first_name, '') as "firstName",
      coalesce(account.last_name, '') as "lastName", tax.kind, tax.number, coalesce((
        select sum(bought.goods - bought.refunded_goods) from projection.order_state bought
        where bought.buyer_id = member.id and bought.live and bought.state <> 'cancelled'
          and bought.paid_at >= ${startOfDay(from, timeZone)}::timestamptz
          and bought.paid_at < ${startOfDay(addDays(to, 1), timeZone)}::timestamptz
      ), 0)::bigint as "goodsBought"
    from unnest(${ids}::integer[]) as member (id)
    left join account on account.id = member.id and account.id = any (${named}::integer[])
    left join tax_detail tax on tax.user_id = account.id`,
  );
  const found = new Map(people.map((person) => [person.memberId, person]));
  return packs.flatMap(({ memberId, cash, withheld, converted }) => {
    const person = found.get(memberId);
    if (!person) return [];
    const { kind, number, ...known } = person;
    const taxNumber = kind !== null && number !== null ? { kind, number } : null;
    return [{ ...known, taxNumber, income: cash + withheld + converted, withheld }];
  });
}

/** Minor units, of the settings. */
export async function findContractorFormFrom(db: ReadDatabase): Promise<number> {
  const row = await db
    .selectFrom("shop_setting")
    .select("contractor_form_from")
    .executeTakeFirstOrThrow();
  return row.contractor_form_from;
}

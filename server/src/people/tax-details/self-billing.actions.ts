import { type SaveSelfBilling, wrongEndOf } from "@portal/shared/people/tax-details.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * That a member agreed to tax invoices which the shop writes in the member's name, as the office has it in writing. Later
 * payouts get one; earlier ones stay as they are.
 *
 * @throws DomainError tax.no-vat-number; tax.future-agreement and those of `wrongEndOf`, with their field
 */
export async function saveSelfBilling(
  caller: Caller,
  user: SignedInUser,
  { userId, agreedOn, until, endsWithContract, name, address }: SaveSelfBilling,
): Promise<{ userId: number }> {
  const { region } = caller.shop;
  const { timeZone } = await loadRegion(readOnly(caller.db), region);
  const now = caller.now();
  if (agreedOn > dayOf(now, timeZone))
    throw new DomainError("tax.future-agreement", { field: "agreedOn" });
  const wrong = wrongEndOf(region, { agreedOn, until, endsWithContract });
  if (wrong !== null) throw new DomainError(wrong, { field: "until" });
  await caller.db.transaction().execute(async (tx) => {
    if ((await lockVatNumber(tx, userId)) === null) throw new DomainError("tax.no-vat-number");
    const before = await daysIn(tx, userId);
    const columns = {
      agreed_on: agreedOn,
      agreed_until: until,
      supplier_name: name,
      supplier_address: address,
      updated_at: now,
      updated_by: user.id,
    };
    await tx
      .insertInto("self_billing")
      .values({ user_id: userId, ...columns })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
      .execute();
    await auditChange(tx, caller, { userId, before, after: { agreedOn, until } });
  });
  return { userId };
}

/** Payouts from now on get no invoice. */
export async function endSelfBilling(caller: Caller, userId: number): Promise<{ userId: number }> {
  await caller.db.transaction().execute(async (tx) => {
    await lockVatNumber(tx, userId);
    await endSelfBillingIn(tx, caller, userId);
  });
  return { userId };
}

/** Also where the VAT number changes: the agreement was of the former one. */
export async function endSelfBillingIn(
  tx: Tx,
  caller: Pick<Caller, "user" | "impersonatedById" | "now">,
  userId: number,
): Promise<void> {
  const before = await daysIn(tx, userId);
  if (before === null) return;
  await tx.deleteFrom("self_billing").where("user_id", "=", userId).execute();
  await auditChange(tx, caller, { userId, before, after: null });
}

/** Locks the tax details, so that they and the agreement change one after the other. */
export async function lockVatNumber(tx: Tx, userId: number): Promise<string | null> {
  const row = await tx
    .selectFrom("tax_detail")
    .select("vat_number as vatNumber")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.vatNumber ?? null;
}

type Days = Readonly<{ agreedOn: string; until: string | null }>;

async function daysIn(tx: Tx, userId: number): Promise<Days | null> {
  const row = await tx
    .selectFrom("self_billing")
    .select(["agreed_on as agreedOn", "agreed_until as until"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Without name and address, which are erased with the person. */
async function auditChange(
  tx: Tx,
  caller: Pick<Caller, "user" | "impersonatedById" | "now">,
  { userId, before, after }: Readonly<{ userId: number; before: Days | null; after: Days | null }>,
): Promise<void> {
  const of = (key: keyof Days) => [before?.[key] ?? null, after?.[key] ?? null];

  await insertAudit(tx, caller, {
    action: "self-billing.saved",
    subjectId: userId,
    details: { changed: { agreedOn: of("agreedOn"), until: of("until") } },
  });
}

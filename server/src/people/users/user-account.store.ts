import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Insertable, sql, type Updateable } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";

type Account = ShopTables["account"];

/** Reserved before the decision, because the network's events name the same id. */
export async function nextUserId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval('account_id_seq')::integer as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("account_id_seq returned no row");
  return row.id;
}

/** A user added by another; there is no password until the link in the email is followed. */
export async function insertUser(
  tx: Tx,
  account: Insertable<Account> & Readonly<{ id: number }>,
): Promise<void> {
  await refusingEmailInUse(() => tx.insertInto("account").values(account).execute());
}

/**
 * @param field the form field to name in the error; null where the request has no form
 * @throws DomainError account.email-in-use
 */
export async function updateUserAccount(
  tx: Tx,
  id: number,
  changes: Updateable<Account>,
  now: string,
  field: "email" | null = "email",
): Promise<void> {
  await keepFormerBuyerDetails(tx, id, changes, now);
  await refusingEmailInUse(
    () =>
      tx
        .updateTable("account")
        .set({ ...changes, updated_at: now })
        .where("id", "=", id)
        .execute(),
    field,
  );
}

/** A customer becomes a member, and loses the customer's discount. */
export async function makeMember(
  tx: Tx,
  id: number,
  changes: Updateable<Account> & Readonly<{ role: "distributor" | "stockist" }>,
  now: string,
): Promise<void> {
  await keepFormerBuyerDetails(tx, id, changes, now);
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({ ...changes, margin_bps: null, updated_at: now })
    .where("id", "=", id)
    .where("role", "=", "customer")
    .where("active", "=", true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError("account.not-a-customer");
}

const buyerColumns = ["first_name", "last_name", "company", "company_address", "vat_no"] as const;

/** Documents that were issued keep the details of their time. */
async function keepFormerBuyerDetails(
  tx: Tx,
  id: number,
  changes: Updateable<Account>,
  until: string,
): Promise<void> {
  const given = buyerColumns.filter((column) => changes[column] !== undefined);
  if (given.length === 0) return;
  const former = await tx
    .selectFrom("account")
    .select(buyerColumns)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!former || given.every((column) => changes[column] === former[column])) return;
  await tx
    .insertInto("former_buyer_details")
    .values({
      user_id: id,
      until,
      name: `${former.first_name} ${former.last_name}`,
      company: former.company ?? "",
      company_address: former.company_address ?? "",
      vat_no: former.vat_no ?? "",
    })
    .execute();
}

/** @throws DomainError account.active, account.inactive where it is so already, also by a concurrent change */
export async function setActive(tx: Tx, id: number, active: boolean, now: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({
      active,
      updated_at: now,
      // Of an admin who had registered: they still hear of decisions for a while.
      left_office_at: active
        ? null
        : sql<string | null>`case when role = 'admin' and password_hash is not null then now() end`,
    })
    .where("id", "=", id)
    .where("active", "<>", active)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError(active ? "account.active" : "account.inactive");
}

/** Every admin who has finished registering; until the transaction ends, none of them is deactivated or locked. */
export async function lockOffice(tx: Tx): Promise<{ id: number; isLocked: boolean }[]> {
  const rows = await tx
    .selectFrom("account")
    .select(["id", "locked_at as lockedAt"])
    .where("role", "=", "admin")
    .where("active", "=", true)
    .where("password_hash", "is not", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id, lockedAt }) => ({ id, isLocked: lockedAt !== null }));
}

/** Who a person is, as two admins decide on it. @throws DomainError account.unknown */
export async function getFrozenPerson(db: Database | Tx, id: number) {
  const row = await db
    .selectFrom("account")
    .select(["email", "cell", "company", "first_name as firstName", "last_name as lastName"])
    .select("alt_number as altNumber")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("account.unknown");
  return row;
}

/** @returns false where it is locked or closed already */
export async function lockOfficeAccount(tx: Tx, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({ locked_at: now, updated_at: now })
    .where("id", "=", id)
    .where("active", "=", true)
    .where("locked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false where it was not locked */
export async function unlockAccount(tx: Tx, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({ locked_at: null, updated_at: now })
    .where("id", "=", id)
    .where("locked_at", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Until then an admin confirms nothing that others proposed; a longer hold stays. Nobody else is held. */
export async function holdAccount(tx: Tx, id: number, until: string, now: string): Promise<void> {
  await tx
    .updateTable("account")
    .set({ held_until: sql<string>`greatest(held_until, ${until}::timestamptz)`, updated_at: now })
    .where("id", "=", id)
    .where((account) =>
      account.or([account("role", "=", "admin"), account("developer", "=", true)]),
    )
    .execute();
}

export async function requireFreeEmail(
  db: Database,
  email: string,
  exceptId?: number,
): Promise<void> {
  const holder = await db
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  if (holder && holder.id !== exceptId)
    throw new DomainError("account.email-in-use", { field: "email" });
}

/** What "Edit User" changes, by column name. */
export type EditedAccount = Awaited<ReturnType<typeof getEditedAccount>>;

/** @throws DomainError account.unknown */
export async function getEditedAccount(db: Database, id: number) {
  const row = await db
    .selectFrom("account")
    .select([
      "id",
      "role",
      "developer",
      "email",
      "first_name",
      "last_name",
      "cell",
      "former_cell",
      "cell_changed_at",
      "cell_confirmed",
      "verified",
      "alt_number",
      "company",
      "area",
      "school",
      "influencer",
      "distributor_version",
      "test",
      "margin_bps",
      "stockist_vat_bps",
      "stockist_vat_lower",
      "company_address",
      "vat_no",
      sql<boolean>`password_hash is not null`.as("hasPassword"),
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("account.unknown");
  return row;
}

const uniqueViolation = z.object({
  code: z.literal("23505"),
  constraint: z.literal("account_email_key"),
});

/** Two concurrent writes of one email pass any check beforehand; the unique index refuses the second. */
async function refusingEmailInUse(
  write: () => Promise<unknown>,
  field: "email" | null = "email",
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (uniqueViolation.safeParse(error).success)
      throw new DomainError("account.email-in-use", field === null ? undefined : { field });
    throw error;
  }
}

import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import type { Tx } from "../../platform/db/database.ts";
import { updateUserAccount } from "../users/user-account.store.ts";
import { endAllLinks } from "./account-link.store.ts";

/** In the update of an account whose email was proved just now; its owner enters a number in the profile again. */
const withoutStranger = {
  cell: null,
  former_cell: null,
  cell_changed_at: null,
  cell_confirmed: true,
  pending_email: null,
} as const;

/**
 * Until its email was proved, an account may have been that of another person who registered with the address: their cell
 * number must receive no codes for it, and none of their links works any more, nor one that puts an earlier address back.
 *
 * @param account.keepsNumber for whoever was added by the office or a member, and opens the first link of the registration
 */
export async function provedByOwner(
  tx: Tx,
  { userId, keepsNumber }: Readonly<{ userId: number; keepsNumber: boolean }>,
  now: string,
): Promise<void> {
  await endAllLinks(tx, userId, now);
  const number = keepsNumber ? await withTypedNumber(tx, userId) : withoutStranger;
  const changes = { verified: true, ...number };
  await updateUserAccount(tx, userId, changes, now);
}

/**
 * Whoever typed it may hold that phone: messages go to it once its owner has saved it in the profile. The phones of the office
 * get no codes, and their warnings must not wait for that.
 */
async function withTypedNumber(tx: Tx, userId: number) {
  const { role } = await tx
    .selectFrom("account")
    .select("role")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { cell_confirmed: isOfficeRole(role) };
}

/** Somebody else used the account until now: its recipients are theirs, and so is the member whose customer it became. */
export async function forgetStranger(tx: Tx, userId: number, now: string): Promise<void> {
  const typed = { referred_by: null, alt_number: null, company: null };
  await updateUserAccount(tx, userId, { parent_id: null, ...typed }, now);
  await tx
    .updateTable("address")
    .set({ deleted_at: now })
    .where("owner_id", "=", userId)
    .where("deleted_at", "is", null)
    .execute();
}

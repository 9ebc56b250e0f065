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

/** Whoever typed it may hold that phone: codes go to it once its owner has saved it in the profile. */
const withTypedNumber = { cell_confirmed: false } as const;

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
  const changes = { verified: true, ...(keepsNumber ? withTypedNumber : withoutStranger) };
  await updateUserAccount(tx, userId, changes, now);
}

/** Somebody else used the account until now: its recipients are theirs, and so is the member whose customer it became. */
export async function forgetStranger(tx: Tx, userId: number, now: string): Promise<void> {
  await updateUserAccount(tx, userId, { parent_id: null, referred_by: null }, now);
  await tx
    .updateTable("address")
    .set({ deleted_at: now })
    .where("owner_id", "=", userId)
    .where("deleted_at", "is", null)
    .execute();
}

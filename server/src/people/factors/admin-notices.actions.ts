import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueNewMessage } from "../accounts/contact-change.ts";
import { adminAccount, adminSignIn, comeBack } from "./admin.messages.ts";
import type { AdminSignInChange } from "./admin-sign-in.queries.ts";

type Context = Pick<Caller, "jobs" | "now" | "newId">;

/** Tells the person and every admin at once how an admin's sign-in changed. */
export async function tellAdmins(
  tx: Tx,
  context: Context,
  aboutId: number,
  change: AdminSignInChange,
): Promise<void> {
  for (const userId of await readersOf(tx, aboutId))
    await queueNewMessage(tx, context, adminSignIn, { userId, aboutId, change });
}

/** The person gets the link that unlocks the account too. */
export async function tellOfLock(
  tx: Tx,
  context: Context,
  { adminId, byId }: Readonly<{ adminId: number; byId: number }>,
): Promise<void> {
  await queueNewMessage(tx, context, comeBack, { userId: adminId });
  for (const userId of await readersOf(tx, adminId))
    if (userId !== adminId)
      await queueNewMessage(tx, context, adminAccount, {
        userId,
        adminId,
        change: "locked",
        byId,
      });
}

async function readersOf(tx: Tx, aboutId: number): Promise<number[]> {
  const readers = await tx
    .selectFrom("account")
    .select("id")
    .where("active", "=", true)
    .where((account) =>
      account.or([
        account("id", "=", aboutId),
        account.and([account("role", "=", "admin"), account("password_hash", "is not", null)]),
      ]),
    )
    .orderBy("id")
    .execute();
  return readers.map(({ id }) => id);
}

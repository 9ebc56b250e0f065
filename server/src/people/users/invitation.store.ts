import type { InvitedRole } from "@portal/shared/people/users/user-forms.ts";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";

export type Invitation = Readonly<{
  id: string;
  userId: number;
  invitedBy: number;
  role: InvitedRole;
  parentId: number;
}>;

export async function insertInvitation(
  tx: Tx,
  { id, userId, invitedBy, role, parentId }: Invitation,
  life: Readonly<{ created_at: string; expires_at: string }>,
): Promise<void> {
  await tx
    .insertInto("invitation")
    .values({ id, user_id: userId, invited_by: invitedBy, role, parent_id: parentId, ...life })
    .execute();
}

export async function findInvitation(
  db: Database | ReadDatabase,
  id: string,
): Promise<(Invitation & Readonly<{ invitedByName: string }>) | null> {
  const found = await db
    .selectFrom("invitation")
    .innerJoin("account as host", "host.id", "invitation.invited_by")
    .select(["invitation.id", "invitation.user_id as userId", "invitation.role"])
    .select(["invitation.invited_by as invitedBy", "invitation.parent_id as parentId"])
    .select((row) =>
      row
        .fn<string>("concat_ws", [row.val(" "), "host.first_name", "host.last_name"])
        .as("invitedByName"),
    )
    .where("invitation.id", "=", id)
    .executeTakeFirst();
  return found ?? null;
}

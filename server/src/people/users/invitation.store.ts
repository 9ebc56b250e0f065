import type { ReadDatabase } from "../../platform/db/database.ts";

export async function findInvitation(db: ReadDatabase, id: string) {
  const found = await db
    .selectFrom("invitation")
    .innerJoin("account as host", "host.id", "invitation.invited_by")
    .select((row) => [
      "invitation.id",
      "invitation.user_id as userId",
      "invitation.role",
      "invitation.invited_by as invitedBy",
      "invitation.parent_id as parentId",
      row
        .fn<string>("concat_ws", [row.val(" "), "host.first_name", "host.last_name"])
        .as("invitedByName"),
    ])
    .where("invitation.id", "=", id)
    .executeTakeFirst();
  return found ?? null;
}

import { shopEmail } from "@portal/shared/platform/constants.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Addressee } from "../../platform/messages/define-message.ts";

/** The shop as the reader of a message. */
export async function findInbox(db: Database): Promise<Addressee> {
  const { inbox } = await db
    .selectFrom("shop_setting")
    .select("contact_email as inbox")
    .executeTakeFirstOrThrow();
  return { firstName: "", role: "admin", email: inbox || shopEmail, cell: null };
}

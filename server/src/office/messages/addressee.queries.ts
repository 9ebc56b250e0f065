import { shopEmail } from "@portal/shared/platform/constants.ts";
import { shownRole } from "@portal/shared/platform/roles.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { numberForCodes } from "../../platform/messages/cell-change.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import type { Addressee } from "../../platform/messages/message-sources.ts";
import { getCurrentSections } from "../../sales/payments/payment.queries.ts";

/** Null: there is nobody to write to any more. */
export async function findAddressee(
  db: Database,
  about: MessageAbout,
  now: string,
): Promise<Addressee | null> {
  if ("contactId" in about) return findCorrespondent(db, about);
  if (about.kind === "entry-question-asked") return findInbox(db);
  if (about.kind === "proposal" && about.userId === null) return findInbox(db);
  if ("orderId" in about && about.userId === null) return findGuest(db, about.orderId);
  const { userId } = about;
  const row = await db
    .selectFrom("account")
    .select(["first_name", "role", "school", "email", "cell"])
    .select(["former_cell as formerCell", "cell_changed_at as cellChangedAt"])
    .where("id", "=", userId)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!row) return null;
  const { first_name: firstName, email } = row;
  return { firstName, role: shownRole(row), email, cell: numberForCodes(row, now) };
}

/** The shop itself. */
async function findInbox(db: Database): Promise<Addressee> {
  const { inbox } = await db
    .selectFrom("shop_setting")
    .select("contact_email as inbox")
    .executeTakeFirstOrThrow();
  return { firstName: "", role: "admin", email: inbox || shopEmail, cell: null };
}

/** The shop itself, or whoever wrote to it. The name may be anybody's, so nobody is greeted by it. */
async function findCorrespondent(
  db: Database,
  { kind, contactId }: Extract<MessageAbout, { contactId: number }>,
): Promise<Addressee | null> {
  const row = await db
    .selectFrom("contact_message")
    .innerJoin("shop_setting", (join) => join.onTrue())
    .select(["contact_message.email", "shop_setting.contact_email as inbox"])
    .where("contact_message.id", "=", contactId)
    .executeTakeFirst();
  if (!row) return null;
  const email = kind === "contact-received" ? row.inbox || shopEmail : row.email;
  return { firstName: "", role: "customer", email, cell: null };
}

/** A guest left no address but that of the first parcel. */
async function findGuest(db: Database, orderId: string): Promise<Addressee | null> {
  const [first] = await getCurrentSections(readOnly(db), orderId);
  if (!first || first.addressId === null) return null;
  const row = await db
    .selectFrom("address")
    .select(["recipient_first_name as firstName", "recipient_email as email"])
    .where("id", "=", first.addressId)
    .executeTakeFirst();
  return row?.email ? { ...row, role: "customer", cell: null } : null;
}

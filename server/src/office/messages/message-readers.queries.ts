import { shopEmail } from "@portal/shared/platform/constants.ts";
import { shownRole } from "@portal/shared/platform/roles.ts";
import { findStockAlert } from "../../catalogue/products/product.queries.ts";
import { findRegistration } from "../../people/accounts/registration.store.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { numberForCodes } from "../../platform/messages/queue-message.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import type { Addressee } from "../../platform/messages/message-sources.ts";
import { getCurrentSections } from "../../sales/payments/payment.queries.ts";
import { findCollectorCell, findGuestBuyer } from "../../sales/orders/order-buyer.queries.ts";

/** Null when the recipient of the message no longer exists. */
export async function findAddressee(
  db: Database,
  about: MessageAbout,
  now: string,
): Promise<Addressee | null> {
  const addressee = await findReader(db, about, now);
  if (about.kind === "sign-up-code" && addressee !== null) {
    // Another person may have begun to register with this email, and typed another number.
    const typed = await findRegistration(db, about.codeId);
    return typed ? { ...addressee, cell: typed.cell } : addressee;
  }
  if (about.kind !== "order-ready" || addressee === null) return addressee;
  // The person who collects may have another phone than the buyer.
  return { ...addressee, cell: (await findCollectorCell(db, about.orderId)) ?? addressee.cell };
}

async function findReader(
  db: Database,
  about: MessageAbout,
  now: string,
): Promise<Addressee | null> {
  if (about.kind === "back-in-stock") {
    const alert = await findStockAlert(readOnly(db), about.alertId);
    return alert && { firstName: "", role: "customer", email: alert.email, cell: null };
  }
  if ("contactId" in about) return findCorrespondent(db, about);
  if (about.kind === "entry-question-asked") return findInbox(db);
  if (about.kind === "proposal" && about.userId === null) return findInbox(db);
  if (about.kind === "parcel-shipped") return findRecipient(db, about.orderId, about.section);
  if ("orderId" in about && about.userId === null) return findGuest(db, about.orderId);
  const { userId } = about;
  const row = await db
    .selectFrom("account")
    .select(["first_name", "role", "school", "email", "cell", "pending_email as pendingEmail"])
    .select(["former_cell as formerCell", "cell_changed_at as cellChangedAt"])
    .where("id", "=", userId)
    // Somebody who was deactivated hears of it, and of the office's decisions for a while.
    .$if(about.kind !== "admin-account" && about.kind !== "proposal", (rows) =>
      rows.where("active", "=", true),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { first_name: firstName } = row;
  const email = about.kind === "confirm-new-email" ? row.pendingEmail : row.email;
  if (email === null) return null;
  return { firstName, role: shownRole(row), email, cell: numberForCodes(row, now) };
}

async function findInbox(db: Database): Promise<Addressee> {
  const { inbox } = await db
    .selectFrom("shop_setting")
    .select("contact_email as inbox")
    .executeTakeFirstOrThrow();
  return { firstName: "", role: "admin", email: inbox || shopEmail, cell: null };
}

/** The shop, or the sender of the message, who is not greeted by name, because the given name is unverified. */
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

/** The buyer; orders of older programs have none, so the recipient of the first parcel (docs/decisions.md, 38). */
async function findGuest(db: Database, orderId: string): Promise<Addressee | null> {
  const buyer = await findGuestBuyer(readOnly(db), orderId);
  return buyer ? { ...buyer, role: "customer" } : findRecipient(db, orderId, 1);
}

async function findRecipient(
  db: Database,
  orderId: string,
  section: number,
): Promise<Addressee | null> {
  const { addressId = null } = (await getCurrentSections(readOnly(db), orderId))[section - 1] ?? {};
  if (addressId === null) return null;
  const row = await db
    .selectFrom("address")
    .select(["recipient_first_name as firstName", "recipient_email as email"])
    .where("id", "=", addressId)
    .executeTakeFirst();
  return row?.email ? { ...row, role: "customer", cell: null } : null;
}

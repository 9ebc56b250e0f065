import type { ContactText } from "@portal/shared/office/contact.ts";
import type { Insertable } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";

type ContactRow = Insertable<ShopTables["contact_message"]>;

/** @returns null where it is here already: the browser sent it again after a lost answer */
export async function insertContactMessage(
  tx: Tx,
  commandId: string,
  message: ContactText,
  now: string,
): Promise<number | null> {
  const row = await tx
    .insertInto("contact_message")
    .values({ command_id: commandId, received_at: now, ...rowOf(message) })
    .onConflict((conflict) => conflict.column("command_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether it was sent before. */
export async function isKept(db: Database, commandId: string): Promise<boolean> {
  const row = await db
    .selectFrom("contact_message")
    .select("id")
    .where("command_id", "=", commandId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Some of them tell of somebody's health: they are kept no longer than an answer can need. */
export async function forgetOldContactMessages(db: Database, before: string): Promise<void> {
  await db.deleteFrom("contact_message").where("received_at", "<", before).execute();
  await db
    .deleteFrom("message")
    .where("kind", "in", ["contact-received", "contact-acknowledged"])
    .where("created_at", "<", before)
    .execute();
}

function rowOf(message: ContactText): Omit<ContactRow, "command_id"> {
  const { source, email, text } = message;
  const said = { source, email, text, name: message.name || null };
  if (message.source === "general") return said;
  if (message.source === "experience") return { ...said, age: Number(message.age) };
  return {
    ...said,
    surname: message.surname,
    cell_number: message.cellNumber,
    residing_town: message.residingTown,
    where_did_you_hear: message.whereDidYouHear,
    existing_customer: message.existingCustomer === "Yes",
    order_number: message.existingCustomer === "Yes" ? (message.orderNumber ?? null) : null,
  };
}

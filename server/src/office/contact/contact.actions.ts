import {
  type ContactMessage,
  contactMessageSchemaFor,
  type SubmitContact,
  wrongCell,
} from "@portal/shared/office/contact.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Insertable } from "kysely";
import type { Caller } from "../../caller.ts";
import { refusedNumber } from "../../gateways/phones/refused-number.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { contactMessagesFrom, requireWithinLimit } from "../../platform/rate-limit/rate-limits.ts";
import { contactAcknowledged, contactReceived } from "./contact.messages.ts";

type Context = Pick<Caller, "db" | "shop" | "captcha" | "jobs" | "ip" | "now">;

/**
 * Stores a message, forwards it to the shop and acknowledges it to its sender. A retry with the same command id is not
 * stored again.
 *
 * @throws DomainError access.too-many-tries, access.not-a-person, contact.wrong-cell
 */
export async function submitContact(
  caller: Context,
  { commandId, rcData, ...given }: SubmitContact,
): Promise<{ received: true }> {
  const { region } = caller.shop;
  const message = contactMessageSchemaFor(region).safeParse(given);
  // The procedure's schema has checked everything but the cell number, whose format depends on the region.
  if (!message.success) throw refusedNumber("contact.wrong-cell", "cellNumber", wrongCell[region]);
  await requireWithinLimit(caller, contactMessagesFrom(caller.ip));
  // A retry after a lost response: the captcha has been used up by the first request.
  if (await isKept(caller.db, commandId)) return { received: true };
  if (!(await caller.captcha.isSolved(rcData))) throw new DomainError("access.not-a-person");

  await caller.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto("contact_message")
      .values({ command_id: commandId, received_at: caller.now(), ...rowOf(message.data) })
      .onConflict((conflict) => conflict.column("command_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    // A concurrent retry has stored it.
    if (!row) return;
    const about = { userId: null, contactId: row.id } as const;
    const key = `contact:${row.id}`;
    await queueMessage(tx, caller, `${key}:received`, contactReceived, about);
    await queueMessage(tx, caller, `${key}:thanks`, contactAcknowledged, about);
  });
  return { received: true };
}

async function isKept(db: Database, commandId: string): Promise<boolean> {
  const row = await db
    .selectFrom("contact_message")
    .select("id")
    .where("command_id", "=", commandId)
    .executeTakeFirst();
  return row !== undefined;
}

/** What was said is kept whatever it is about; an order number is that of a customer. */
function rowOf(
  message: ContactMessage,
): Omit<Insertable<ShopTables["contact_message"]>, "command_id"> {
  const { source, email, text, existingCustomer, orderNumber } = message;
  return {
    source,
    email,
    text,
    name: message.name || null,
    surname: message.surname || null,
    age: message.age ? Number(message.age) : null,
    cell_number: message.cellNumber || null,
    residing_town: message.residingTown || null,
    where_did_you_hear: message.whereDidYouHear || null,
    existing_customer: existingCustomer ? existingCustomer === "Yes" : null,
    order_number: (existingCustomer !== "No" && orderNumber) || null,
  };
}

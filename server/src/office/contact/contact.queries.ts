import { sql, type SqlBool } from "kysely";
import type { ContactSource, ListContactMessages } from "@portal/shared/office/contact.ts";
import { folded } from "@portal/shared/platform/texts.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { everyWord, pageOf } from "../../platform/db/list-filters.ts";
import type { Listing } from "../../platform/messages/fill-words.ts";

export async function listContactMessages(
  db: ReadDatabase,
  { search, source, sort, ...page }: ListContactMessages,
) {
  let matching = db.selectFrom("contact_message as message");
  if (source) matching = matching.where("message.source", "=", source);
  if (search) {
    matching = matching.where(
      everyWord(
        search,
        (
          word,
        ) => sql<SqlBool>`(message.email ilike ${word} or search_fold(message.name) like ${folded(word)}
          or search_fold(message.surname) like ${folded(word)} or message.text ilike ${word})`,
      ),
    );
  }
  return matching
    .select([
      "message.id",
      "message.received_at as receivedAt",
      "message.source",
      "message.email",
      "message.name",
      "message.surname",
      "message.age",
      "message.cell_number as cellNumber",
      "message.residing_town as residingTown",
      "message.where_did_you_hear as whereDidYouHear",
      "message.existing_customer as existingCustomer",
      "message.order_number as orderNumber",
      "message.text",
    ])
    .orderBy("message.received_at", sort.direction)
    .orderBy("message.id", sort.direction)
    .$call((list) => pageOf(list, page));
}

const sourceWords: Readonly<Record<ContactSource, string>> = {
  general: "General feedback",
  experience: "An experience",
  distributor: "Become a distributor",
};

/** For the email that forwards a message to the shop. */
export async function contactFacts(
  db: ReadDatabase,
  contactId: number,
): Promise<{ contactSource: string; contactLines: Listing; contactText: string }> {
  const row = await db
    .selectFrom("contact_message")
    .select([
      "source",
      "email",
      "name",
      "surname",
      "age",
      "cell_number",
      "residing_town",
      "where_did_you_hear",
      "existing_customer",
      "order_number",
      "text",
    ])
    .where("id", "=", contactId)
    .executeTakeFirstOrThrow();
  const facts = {
    Email: row.email,
    Name: [row.name, row.surname].filter(Boolean).join(" "),
    Age: row.age,
    "Cell number": row.cell_number,
    Town: row.residing_town,
    "How they heard of us": row.where_did_you_hear,
    "Existing customer":
      row.existing_customer === null ? null : row.existing_customer ? "Yes" : "No",
    Order: row.order_number,
  };
  return {
    contactSource: sourceWords[row.source],
    contactLines: {
      as: "facts",
      rows: Object.entries(facts)
        .filter(([, value]) => value !== null && value !== "")
        .map(([label, value]) => [label, String(value)]),
    },
    contactText: row.text,
  };
}

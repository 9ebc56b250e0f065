import type { ContactSource } from "@portal/shared/office/contact.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { Listing } from "../../platform/messages/templates/fill-words.ts";

const sourceWords: Readonly<Record<ContactSource, string>> = {
  general: "General feedback",
  experience: "An experience",
  distributor: "Become a distributor",
};

/** What the shop is told of a message: who wrote, a line for each thing said, and the text. */
export async function contactFacts(
  db: ReadDatabase,
  contactId: number,
): Promise<{ contactSource: string; contactLines: Listing; contactText: string }> {
  const row = await db
    .selectFrom("contact_message")
    .selectAll()
    .where("id", "=", contactId)
    .executeTakeFirstOrThrow();
  const said = {
    Email: row.email,
    Name: [row.name, row.surname].filter(Boolean).join(" "),
    Age: row.age,
    "Cell number": row.cell_number,
    Town: row.residing_town,
    "Heard of us": row.where_did_you_hear,
    "Customer already":
      row.existing_customer === null ? null : row.existing_customer ? "Yes" : "No",
    Order: row.order_number,
  };
  return {
    contactSource: sourceWords[row.source],
    contactLines: {
      as: "facts",
      rows: Object.entries(said)
        .filter(([, value]) => value !== null && value !== "")
        .map(([label, value]) => [label, String(value)]),
    },
    contactText: row.text,
  };
}

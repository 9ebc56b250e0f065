import { type ContactSource, contactSources } from "@portal/shared/office/contact.ts";

export const sourceWords: Readonly<Record<ContactSource, string>> = {
  general: "General feedback",
  experience: "Share an experience",
  distributor: "Become a distributor",
};

export function sourceFrom(text: string | null | undefined): ContactSource | undefined {
  return contactSources.find((source) => source === text);
}

/** The fields of each subject in their order, without the message itself, which is last. */
const fieldsOf = {
  general: ["email"],
  experience: ["name", "email", "age"],
  distributor: [
    "name",
    "surname",
    "email",
    "cellNumber",
    "residingTown",
    "whereDidYouHear",
    "existingCustomer",
    "orderNumber",
  ],
} as const satisfies Record<ContactSource, readonly string[]>;

const labels: Readonly<Record<string, string>> = {
  name: "Name",
  surname: "Surname",
  email: "Email",
  age: "Age",
  cellNumber: "Cell number",
  residingTown: "Town",
  whereDidYouHear: "Heard about you via",
  existingCustomer: "Existing customer",
  orderNumber: "Order number",
};

/** The whole message as a mailto link, where the server did not accept it. */
export function mailtoFor(to: string, values: Readonly<Record<string, string>>): string {
  const source = sourceFrom(values["source"]) ?? "general";
  const lines = fieldsOf[source].flatMap((field) => {
    const value = values[field]?.trim();
    return value ? [`${labels[field]}: ${value}`] : [];
  });
  const body = [...lines, "", values["text"] ?? ""].join("\r\n");
  return `mailto:${to}?subject=${encodeURIComponent(sourceWords[source])}&body=${encodeURIComponent(body)}`;
}

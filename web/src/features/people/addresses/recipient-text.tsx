import { placeLine } from "@portal/shared/platform/region.ts";
import type { ApiOutputs } from "../../../api/api.ts";

export type Recipient = ApiOutputs["addresses"]["list"][number];

/** As an address book has it, whoever reads it. */
type Written = Omit<Recipient, "place" | "needsUpdate" | "lastUsed">;

export function recipientName(recipient: Written): string {
  return `${recipient.recipientFirstName} ${recipient.recipientLastName}`;
}

/** Where somebody lives, as a map finds it: the street and the place, without what is inside the building. */
export function placeLines(recipient: Recipient): string[] {
  const { streetAddress, suburb, town, province, postalCode, country } = recipient;
  const place = country === "US" ? [town, `${province} ${postalCode}`] : [suburb, town, postalCode];
  return [streetAddress, ...place].filter((line) => line !== "");
}

/** Where and whom to call: two lines of the address, and the number. */
export function RecipientText(props: { recipient: Written }) {
  const { recipient } = props;
  return (
    <>
      {[recipient.complexBuilding, recipient.streetAddress, recipient.line2, recipient.line3]
        .filter(Boolean)
        .join(", ")}
      <br />
      {placeLine(recipient)}
      <br />
      {[recipient.recipientCell, recipient.recipientAltNumber].filter(Boolean).join(", ")}
    </>
  );
}

import { placeLine } from "@portal/shared/platform/region.ts";
import type { ApiOutputs } from "../../../api/api.ts";

export type Recipient = ApiOutputs["addresses"]["list"][number];

/** The fields that both the owner's and the office's view of an address book have. */
type RecipientFields = Omit<
  Recipient,
  "place" | "manualSuburb" | "googlePlace" | "needsUpdate" | "lastUsed"
>;

export function recipientName(recipient: RecipientFields): string {
  return `${recipient.recipientFirstName} ${recipient.recipientLastName}`;
}

/** The address as maps find it: street and place, without the unit inside the building. */
export function placeLines(recipient: Recipient): string[] {
  const { streetAddress, suburb, town, province, postalCode, country } = recipient;
  const place = country === "US" ? [town, `${province} ${postalCode}`] : [suburb, town, postalCode];
  return [streetAddress, ...place].filter((line) => line !== "");
}

/** Two lines of the address, and the phone numbers, as they are written on the parcel in any language. */
export function RecipientText(props: { recipient: RecipientFields }) {
  const { recipient } = props;
  return (
    <span translate="no">
      {[recipient.complexBuilding, recipient.streetAddress, recipient.line2, recipient.line3]
        .filter(Boolean)
        .join(", ")}
      <br />
      {placeLine(recipient)}
      <br />
      {recipient.numbers.join(", ")}
    </span>
  );
}

import type { SavedAddress } from "./summary-step.tsx";
import type { Quoted } from "./use-quote.ts";

/** The order as an email that somebody can work with: quantity, delivery address and phone number of each. */
export function offlineMailto(
  to: string,
  sections: Quoted["sections"],
  addresses: readonly (SavedAddress | undefined)[],
): string {
  const parts = sections.map(({ lines }, at) => {
    const address = addresses[at];
    return [
      `Quantity: ${lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}`,
      `Delivery address: ${address ? written(address) : ""}`,
      `Phone number: ${address?.recipientCell ?? ""}`,
    ].join("\r\n");
  });
  const body = parts.join("\r\n\r\n");
  return `mailto:${to}?subject=${encodeURIComponent("Order")}&body=${encodeURIComponent(body)}`;
}

function written(address: SavedAddress): string {
  return [
    `${address.recipientFirstName} ${address.recipientLastName}`,
    address.complexBuilding,
    address.streetAddress,
    address.suburb,
    address.town,
    address.postalCode,
  ]
    .filter(Boolean)
    .join(", ");
}

import { mapUrl } from "@portal/shared/sales/delivery/delivery.ts";

/** Opens an address in the maps app, or on a maps website. */
export function MapLink(props: { address: readonly string[]; name: string }) {
  if (props.address.every((line) => line.trim() === "")) return null;
  return (
    <a
      className="link"
      href={mapUrl(props.address)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Map of ${props.name}`}
    >
      Map
    </a>
  );
}

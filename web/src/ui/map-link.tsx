/** How near the map is when it opens (specification, section 9). */
export const mapZoom = 16;

/** Under an address that stands there in words: opens it in the maps app, or on a page of maps. */
export function MapLink(props: { address: readonly string[]; name: string }) {
  const written = props.address.filter((line) => line.trim() !== "").join(", ");
  if (written === "") return null;
  const url = `https://www.google.com/maps?${new URLSearchParams({ q: written, z: String(mapZoom) })}`;
  return (
    <a
      className="link"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Map of ${props.name}`}
    >
      Map
    </a>
  );
}

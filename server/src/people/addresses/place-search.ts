import { southAfricanPlaces } from "./south-african-places.ts";

/** A place of the specification, section 3. */
export type Place = Readonly<{
  id: number;
  /** The suburb. */
  label: string;
  town: string;
  /** The post code. */
  pcode: string;
  province: string;
}>;

const matchesMax = 50;
const places = readPlaces();
const byId = new Map(places.map((place) => [place.id, place]));

/** Post codes have four digits; leading zeros may be left out. */
export function placesByPostCode(postCode: string): readonly Place[] {
  const code = postCode.trim().padStart(4, "0");
  return places.filter(({ pcode }) => pcode === code);
}

/** Suburbs and towns whose name begins with the search text, then those that contain it. */
export function placesByName(name: string): readonly Place[] {
  const wanted = plain(name);
  if (wanted === "") return [];
  const ranked = places.flatMap((place) => {
    const rank = rankOf(place, wanted);
    return rank === null ? [] : [{ place, rank }];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank || compare(one.place, other.place))
    .slice(0, matchesMax)
    .map(({ place }) => place);
}

export function findPlace(id: number): Place | null {
  return byId.get(id) ?? null;
}

/** 0 for an exact match of the suburb, higher for weaker matches; null for none. */
function rankOf({ label, town }: Place, wanted: string): number | null {
  const [suburb, city] = [plain(label), plain(town)];
  if (suburb === wanted) return 0;
  if (suburb.startsWith(wanted)) return 1;
  if (city.startsWith(wanted)) return 2;
  if (suburb.includes(wanted) || `${suburb} ${city}`.includes(wanted)) return 3;
  return null;
}

function compare(one: Place, other: Place): number {
  return one.label.localeCompare(other.label, "en") || one.town.localeCompare(other.town, "en");
}

/** Ignores case, accents, hyphens and apostrophes, which few people type. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/['’.]/g, "")
    .replaceAll(/[\s-]+/g, " ")
    .trim()
    .toLowerCase();
}

/**
 * The id of a place is a hash of its code and name, so that ids stored in addresses stay valid when places are added.
 */
function readPlaces(): Place[] {
  return Object.entries(southAfricanPlaces).flatMap(([province, text]) =>
    text
      .trim()
      .split("\n")
      .flatMap((line) => placesOf(line, province)),
  );
}

function placesOf(line: string, province: string): Place[] {
  const pcode = line.slice(0, 4);
  const [town = "", suburbs = town] = line.slice(5).split(": ");
  return suburbs
    .split(", ")
    .map((label) => ({ id: idOf(`${pcode} ${label} ${town}`), label, town, pcode, province }));
}

/** FNV-1a in 31 bits, to fit an integer column. */
function idOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 1;
}

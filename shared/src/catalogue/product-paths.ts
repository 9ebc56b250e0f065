type Named = Readonly<{ id: number; name: string }>;

/** The longest name in an address, in characters. */
const wordsMax = 60;

/**
 * The page of a product: the letters and digits of its name, and its id, by which an address with a former name is still
 * found. A name of other characters leaves the id alone.
 */
export function productPath({ id, name }: Named): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, wordsMax)
    .replaceAll(/^-+|-+$/g, "");
  return `/products/${words === "" ? "" : `${words}-`}${id}`;
}

/** The id in the last part of a product's address; null where it has none. */
export function productIdIn(slug: string): number | null {
  const [, digits] = /(?:^|-)([1-9]\d{0,8})$/.exec(slug) ?? [];
  return digits === undefined ? null : Number(digits);
}

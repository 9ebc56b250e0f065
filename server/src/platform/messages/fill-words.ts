/** A table of two columns: amounts, the last of which is the total, or named facts. */
export type Listing = Readonly<{
  as: "amounts" | "facts";
  rows: readonly (readonly [label: string, value: string])[];
}>;

/** The values of the placeholders. */
export type Values = Readonly<Record<string, string | Listing>>;

const placeholder = /\{\{(\w+)\}\}/g;

/** @throws where a placeholder has no value */
export function fillWords(
  words: string,
  values: Values,
  write: (value: string) => string = (value) => value,
): string {
  return words.replaceAll(placeholder, (_braces, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a message has no {{${name}}}`);
    return write(typeof value === "string" ? value : listingText(value));
  });
}

function listingText({ rows }: Listing): string {
  return rows.map(([label, value]) => `${label}: ${value}`).join("\n");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Line ends, other control characters, and characters that are invisible or change the text direction. */
const unprintable =
  /[\p{Cc}\u2028\u2029\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/gu;

export function inOneLine(text: string): string {
  return text.replaceAll(unprintable, " ").replaceAll(/\s+/g, " ").trim();
}

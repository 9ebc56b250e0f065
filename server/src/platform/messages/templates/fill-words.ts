/** What is read in columns: sums below each other, of which the last is the total, or facts with their names. */
export type Listing = Readonly<{
  as: "amounts" | "facts";
  rows: readonly (readonly [label: string, value: string])[];
}>;

/** What stands for the braces of a message. */
export type Values = Readonly<Record<string, string | Listing>>;

const placeholder = /\{\{(\w+)\}\}/g;

/** @throws where the words name something that this message does not have: a bug in the words */
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

/** A line for each row, for whatever knows no columns. */
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

/** Line ends, other control signs, and those that turn the reading direction or hide. */
const unprintable =
  /[\p{Cc}\u2028\u2029\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/gu;

/** What people wrote of themselves, on one line and as it looks. */
export function inOneLine(text: string): string {
  return text.replaceAll(unprintable, " ").replaceAll(/\s+/g, " ").trim();
}

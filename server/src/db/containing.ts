/**
 * A pattern for `like`: what is typed is looked for as it is, no character of it means another. What no text of the
 * database can hold is found in none.
 */
export function containing(typed: string): string {
  return `%${typed.replaceAll("\0", "\uFFFD").replaceAll(/[\\%_]/g, "\\$&")}%`;
}

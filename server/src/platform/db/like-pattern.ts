/** A pattern for `like`: what is typed is looked for as it is, no character of it means another. */
export function containing(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

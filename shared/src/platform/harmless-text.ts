/**
 * Prevents formula injection: text that a spreadsheet would evaluate gets an apostrophe in front, also for full-width
 * characters. Characters that XML cannot represent are removed.
 */
export function harmlessText(text: string): string {
  const clean = text.replaceAll(unprintable, "").replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  return /^[=+\-@\t\r\n＝＋－＠]/.test(clean) ? `'${clean}` : clean;
}

/**
 * The same for a CSV file that people open. Where the system's list separator is a semicolon, as in South Africa, a
 * spreadsheet splits the file there, at tabs and at line breaks, whatever is quoted behind a comma, and would evaluate what
 * follows.
 */
export function harmlessCsvText(text: string): string {
  return harmlessText(text).replaceAll(/([;\t\r\n])(?="*[=+\-@＝＋－＠])/g, "$1'");
}

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A field of a CSV file according to RFC 4180. */
export function csvField(text: string): string {
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

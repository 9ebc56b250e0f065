/**
 * Text that a spreadsheet would calculate gets an apostrophe before it, which makes it text there. The
 * wide forms of the signs count too. Signs that XML cannot carry are left out.
 */
export function harmlessText(text: string): string {
  const clean = text.replaceAll(unprintable, "").replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  return /^[=+\-@\t\r\n＝＋－＠]/.test(clean) ? `'${clean}` : clean;
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A field of a CSV file, as RFC 4180 has it. */
export function csvField(text: string): string {
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

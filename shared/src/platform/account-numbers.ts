const digitWords = "zero one two three four five six seven eight nine".split(" ");
const digitWord = new RegExp(`\\b(?:${digitWords.join("|")}|oh)\\b`, "gi");

/** The text as it is read: without marks and characters that nobody sees, and with plain digits and letters. */
export function asRead(text: string): string {
  return text.normalize("NFKC").replaceAll(/[\p{Cf}\p{M}]/gu, "");
}

/** The digits in a row, whatever stands between them and however they are written. */
export function digitRunsIn(text: string): string[] {
  const asDigits = asRead(text).replaceAll(digitWord, (word) =>
    String(Math.max(0, digitWords.indexOf(word.toLowerCase()))),
  );
  return asDigits.replaceAll(/[^\p{L}\p{N}]/gu, "").match(/\p{N}+/gu) ?? [];
}

/** A bank account has seven digits or more; a price, or a year beside a day, has fewer. */
const accountDigits = 7;

/** Days, times, years, amounts, sizes and shares: they end a row of digits. */
const ordinary = [
  /[×%]/g,
  /\b20\d\d-(?:0[1-9]|1[0-2])-[0-3]\d\b/g,
  /\b[0-3]?\d[/.](?:0?[1-9]|1[0-2])[/.]20\d\d\b/g,
  /\b(?:19|20)\d\d ?[-–/] ?(?:19|20)\d\d\b/g,
  /\b(?:[01]?\d|2[0-3]):[0-5]\d\b/g,
  /(?:\bR|\bZAR|[£$€]) ?\d{1,3}(?:[ ,]?\d{3})?(?:[.,]\d\d)?(?![ .,]*\d)/g,
  /(?:\bR|\bZAR|[£$€]) ?\d{1,3}(?:[ ,]\d{3}){2}[.,]\d\d(?![ .,]*\d)/g,
];

/** The tags of a formatted text end no row of digits, and the description of a picture is read too. */
function withoutTags(html: string): string {
  return html
    .replaceAll(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, " $1 ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, " ");
}

/**
 * What could be read as a bank account in a text that buyers see, and is none of the `known` numbers; null where nothing is.
 *
 * @param text plain or formatted
 */
export function accountNumberIn(text: string, known: readonly string[]): string | null {
  const runs = digitRunsIn(withoutOrdinary(text)).filter((run) => run.length >= accountDigits);
  return runs.find((run) => !known.includes(run)) ?? null;
}

/** The numbers of a text, which may stay in it, beside days and amounts too. */
export function numbersIn(text: string): string[] {
  return [text, withoutOrdinary(text)].flatMap((each) => digitRunsIn(withoutTags(each)));
}

function withoutOrdinary(text: string): string {
  return ordinary.reduce(
    (rest, pattern) => rest.replaceAll(pattern, " x "),
    asRead(withoutTags(text)),
  );
}

/** A web or email address in a plain text, however it is written. */
export function hasAddress(text: string): boolean {
  return /[\p{L}\p{N}_-]\s*[.．。]\p{L}{2,}|https?:|www\.|@/iu.test(asRead(text));
}

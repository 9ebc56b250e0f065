/** All but what the embedded font can draw: western letters, signs of our currencies, dashes, quotes. */
const undrawable =
  /[^\u0020-\u007E\u00A0-\u00FF\u0131\u0152\u0153\u2013\u2014\u2018-\u201E\u2022\u2026\u20AC\u2122\u2212]/gu;

/** Letters that the font has not lose their accents, so that a name stays readable. */
export function printable(text: string): string {
  return text.normalize("NFC").replaceAll(/\s/gu, " ").replaceAll(undrawable, plain);
}

function plain(letter: string): string {
  return letter.normalize("NFD").charAt(0).replace(undrawable, "?");
}

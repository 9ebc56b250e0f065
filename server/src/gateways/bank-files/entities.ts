const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  quot: '"',
  apos: "'",
};

/** The characters that entities of HTML or XML stand for; unknown ones stay as they are. */
export function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, tens, hex, name) => {
      const code = tens === undefined ? Number.parseInt(hex ?? "", 16) : Number(tens);
      if (Number.isInteger(code))
        return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
      return named[String(name).toLowerCase()] ?? whole;
    },
  );
}

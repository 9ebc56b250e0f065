/** Raw text within markup, as text with entities. */
export function withoutCdata(text: string): string {
  return text.replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inner: string) =>
    inner.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  );
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["nbsp", " "],
  ["quot", '"'],
  ["apos", "'"],
]);

/** The characters that entities stand for, once; one of another name stays as it is written. */
export function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, tens, hex, name) => {
      const code = tens === undefined ? Number.parseInt(hex ?? "", 16) : Number(tens);
      if (Number.isInteger(code))
        return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
      return entities.get(String(name).toLowerCase()) ?? whole;
    },
  );
}

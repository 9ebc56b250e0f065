/** Both ends are included. */
export type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * Which bytes of a content an answer brings (RFC 9110, section 14). Several ranges at once, other units
 * and nonsense are not read: such a request gets the whole, as if it had asked for no range. `@fastify/send`
 * refuses `bytes=9-1` and a suffix longer than the content instead, and joins several ranges to one.
 *
 * @returns null for a range that lies wholly behind the end
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = asked ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= size) return null;
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

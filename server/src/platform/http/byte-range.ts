/** Both ends are included. */
export type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * Parses a Range header (RFC 9110, section 14). Multiple ranges, other units and invalid headers are ignored, so the
 * response has the whole content. `@fastify/send` would refuse `bytes=9-1` and a suffix longer than the content, and join
 * multiple ranges to one.
 *
 * @returns null for a range that begins after the end
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | null {
  const range = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = range ?? [];
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

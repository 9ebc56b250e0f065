import { isIPv6 } from "node:net";

/**
 * What counts as one place where tries are counted: an address of IPv4 as it is; of IPv6 the first 64 bits, because
 * whoever has one address of those has all 2^64 of them.
 */
export function networkPlaceOf(ip: string): string {
  const [address = ip] = ip.split("%");
  if (!isIPv6(address)) return ip;
  const groups = groupsOf(address);
  // A server that listens on both writes IPv4 as ::ffff:192.0.2.1, which are not one place.
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight groups, however the address was written; a URL writes it in one way alone (RFC 5952). */
function groupsOf(address: string): number[] {
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [numbersIn(head), numbersIn(tail)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last];
}

function numbersIn(part: string): number[] {
  return part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
}

import { BlockList, isIP, isIPv4 } from "node:net";

/** Answers whether an address is in one of these ranges (`197.97.145.144/28`, `::1`). */
export function addressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [ip = "", bits] = range.split("/");
    const family = isIPv4(ip) ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return (address) => {
    // A socket that listens on both families tells an IPv4 peer as `::ffff:197.97.145.145`.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
    return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
  };
}

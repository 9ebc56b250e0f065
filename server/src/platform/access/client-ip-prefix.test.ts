import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientIpPrefix } from "../rate-limit/rate-limits.ts";

describe("the IP prefix of a client", () => {
  test.for([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:0000:0000:0000:0001", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["nothing of the kind", "nothing of the kind"],
  ] as const)("of %s is %s", ([ip, place]) => {
    expect(clientIpPrefix(ip)).toBe(place);
  });

  // shows R30, T39
  test("is the same for all addresses of a network, and differs for another", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const host = fc.array(group, { minLength: 4, maxLength: 4 });
    const network = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group);
    const ip = (groups: readonly number[]) => groups.map((each) => each.toString(16)).join(":");
    fc.assert(
      fc.property(network, network, host, host, (one, other, here, there) => {
        const place = clientIpPrefix(ip([...one, ...here]));
        expect(clientIpPrefix(ip([...one, ...there]))).toBe(place);
        expect(clientIpPrefix(ip([...other, ...there])) === place).toBe(ip(one) === ip(other));
      }),
    );
  });
});

import { describe, expect, test } from "vitest";
import { isOfficeHost } from "../trpc/request-caller.ts";

const portal = { officeHostPattern: "office", officeUrl: "https://office.example.com" };
const at = (host: string) => ({ host, hostname: host.replace(/:\d+$/, "") });

describe("the office portal", () => {
  test.each([
    "office.localhost:3000",
    "office.example.com",
    "Office.Example.com",
    "backoffice.test",
  ])("answers at %s", (host) => {
    expect(isOfficeHost(at(host), portal)).toBe(true);
  });

  test.each(["localhost:3000", "shop.example.com", "offi.ce.test", ""])(
    "does not answer at %j",
    (host) => {
      expect(isOfficeHost(at(host), portal)).toBe(false);
    },
  );

  test("answers at the office URL, whatever the pattern", () => {
    const oneForAll = { officeHostPattern: "office", officeUrl: "https://shop.example.com" };
    expect(isOfficeHost(at("shop.example.com"), oneForAll)).toBe(true);
    expect(isOfficeHost(at("SHOP.example.com"), oneForAll)).toBe(true);
    expect(isOfficeHost(at("other.example.com"), oneForAll)).toBe(false);
  });

  test("answers only at its own port unless the pattern matches", () => {
    const local = { officeHostPattern: "^bureau", officeUrl: "http://localhost:3000" };
    expect(isOfficeHost(at("localhost:3000"), local)).toBe(true);
    expect(isOfficeHost(at("localhost:3001"), local)).toBe(false);
  });
});

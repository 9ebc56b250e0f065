import { expect, test } from "vitest";
import { sharedDomain } from "./sessions.ts";

test.for([
  ["https://shop.co.za", "https://office.shop.co.za", "shop.co.za"],
  ["https://www.shop.co.za", "https://office.shop.co.za", "shop.co.za"],
  ["https://www.shop.co.za", "https://shop.co.za", "shop.co.za"],
  ["https://buy.shop.example", "https://shop.example", "shop.example"],
  ["https://shop.co.za", "https://shop.co.za", null],
  ["https://shop.co.za:8443", "https://shop.co.za", null],
  ["https://a.co.za", "https://b.co.za", null],
  ["https://shop.example.com", "https://office.example.com", null],
  ["https://myshop.co.za", "https://shop.co.za", null],
  ["http://localhost:3000", "http://office.localhost:3000", null],
  ["http://10.0.0.1", "http://2.10.0.0.1.example", null],
  ["http://[::1]:3000", "http://office.localhost:3000", null],
] as const)("%s and %s share %s", ([shop, office, domain]) => {
  expect(sharedDomain(shop, office)).toBe(domain);
});

import { beforeEach, expect, test } from "vitest";
import { pathAfter } from "./reload-as.ts";

const admin = { role: "admin", impersonatedBy: null } as const;
const ben = { role: "distributor", impersonatedBy: { id: 1, name: "Thandi" } } as const;

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, "", "/admin/users?search=ben&page=2");
});

test("an admin who stops viewing returns to the page where viewing began, once", () => {
  expect(pathAfter(ben)).toBe("/distributor/my-wallet");
  window.history.replaceState(null, "", "/distributor/my-orders");
  expect(pathAfter(admin)).toBe("/admin/users?search=ben&page=2");
  expect(pathAfter(admin)).toBe("/admin");
});

test("ignores a stored path that leads to another host", () => {
  sessionStorage.setItem("began-viewing-at", "//evil.example");
  expect(pathAfter(admin)).toBe("/admin");
});

import { describe, expect, test } from "vitest";
import { pathFromHash, safeReturnPath, signInPath } from "./paths.ts";

describe("the return path after signing in", () => {
  test.each(["/", "/distributor/my-wallet", "/admin/orders?page=2&search=a%20b"])(
    "may be %s",
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  test.each([
    null,
    "",
    "https://evil.test/",
    "//evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "admin",
  ])("is never %j", (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });

  test("is kept in the address of the sign-in page", () => {
    expect(signInPath("/admin/orders?page=2")).toBe("/login?return=%2Fadmin%2Forders%3Fpage%3D2");
    expect(signInPath("/")).toBe("/login");
    expect(signInPath("//evil.test")).toBe("/login");
  });
});

// shows S2.7
describe("an old address", () => {
  test.each([
    ["#/login", "/login"],
    ["#/distributor/my-wallet", "/distributor/my-wallet"],
    ["#top", null],
    ["#//evil.test", null],
    ["", null],
  ])("%s leads to %s", (hash, path) => {
    expect(pathFromHash(hash)).toBe(path);
  });
});

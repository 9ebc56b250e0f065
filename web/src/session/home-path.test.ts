import { describe, expect, test } from "vitest";
import { landingPath, pathAfterSignIn, pathBeforeAnyOther, profilePath } from "./paths.ts";

// shows S2.14
describe("a user whose email is not verified", () => {
  test.each([
    ["distributor", "/distributor/my-profile"],
    ["stockist", "/stockist/my-profile"],
    ["customer", "/shop/my-account"],
    ["admin", "/admin/my-profile"],
  ] as const)("is redirected as a %s to %s", (role, path) => {
    const person = { role, verified: false };
    expect(profilePath(role)).toBe(path);
    expect(pathBeforeAnyOther(person, "/somewhere/else")).toBe(path);
    expect(pathBeforeAnyOther(person, path)).toBeNull();
    expect(pathAfterSignIn(person, "/somewhere/else")).toBe(path);
  });
});

describe("a user whose email is verified", () => {
  const person = { role: "distributor", verified: true } as const;

  test("is not redirected", () => {
    expect(pathBeforeAnyOther(person, "/distributor/my-network")).toBeNull();
    expect(pathAfterSignIn(person, "/distributor/my-orders")).toBe("/distributor/my-orders");
    expect(pathAfterSignIn(person, null)).toBe("/distributor/my-wallet");
  });

  test.each([
    ["distributor", "/distributor/landing"],
    ["stockist", "/stockist/landing"],
    ["customer", "/"],
    ["admin", "/admin"],
  ] as const)("lands after registration as a %s at %s", (role, path) => {
    expect(landingPath(role)).toBe(path);
  });
});

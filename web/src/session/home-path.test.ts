import { describe, expect, test } from "vitest";
import { landingPath, pathAfterSignIn, pathBeforeAnyOther, profilePath } from "./paths.ts";

// shows S2.14
describe("somebody who did not confirm the email yet", () => {
  test.each([
    ["distributor", "/distributor/my-profile"],
    ["stockist", "/stockist/my-profile"],
    ["customer", "/shop/my-account"],
    ["admin", "/admin/my-profile"],
  ] as const)("as a %s is sent to %s", (role, path) => {
    const person = { role, verified: false };
    expect(profilePath(role)).toBe(path);
    expect(pathBeforeAnyOther(person, "/somewhere/else")).toBe(path);
    expect(pathBeforeAnyOther(person, path)).toBeNull();
    expect(pathAfterSignIn(person, "/somewhere/else")).toBe(path);
  });
});

describe("somebody who confirmed it", () => {
  const person = { role: "distributor", verified: true } as const;

  test("goes where they want to", () => {
    expect(pathBeforeAnyOther(person, "/distributor/my-network")).toBeNull();
    expect(pathAfterSignIn(person, "/distributor/my-orders")).toBe("/distributor/my-orders");
    expect(pathAfterSignIn(person, null)).toBe("/distributor/my-wallet");
  });

  test.each([
    ["distributor", "/distributor/landing"],
    ["stockist", "/stockist/landing"],
    ["customer", "/"],
    ["admin", "/admin"],
  ] as const)("lands as a new %s at %s", (role, path) => {
    expect(landingPath(role)).toBe(path);
  });
});

import { type UserAction, userActions } from "@portal/shared/people/users/user-list.ts";
import { describe, expect, test } from "vitest";
import { actionsOn, type Viewed, type Viewer } from "./user.rules.ts";

const viewers = {
  admin: { id: 1, role: "admin", level: null },
  "level 1": { id: 2, role: "distributor", level: 1 },
  "level 2": { id: 3, role: "distributor", level: 2 },
  "level 3": { id: 4, role: "distributor", level: 3 },
  stockist: { id: 5, role: "stockist", level: null },
  customer: { id: 6, role: "customer", level: null },
} as const satisfies Record<string, Viewer>;

const person: Viewed = {
  id: 50,
  email: "who@shop.test",
  role: "customer",
  level: null,
  code: null,
  active: true,
  verified: true,
  developer: false,
};
const distributor = (level: 1 | 2 | 3): Viewed => ({
  ...person,
  role: "distributor",
  level,
  code: "D50",
});
const stockist: Viewed = { ...person, role: "stockist", level: 4, code: "S50" };
const deleted = (viewed: Viewed): Viewed => ({ ...viewed, active: false });
const unverified = (viewed: Viewed): Viewed => ({ ...viewed, verified: false });

const convert = ["convert-to-distributor", "convert-to-stockist"] as const;

/** Viewer, viewed user, and the actions that the menu of the row offers. */
const menus: readonly [keyof typeof viewers, string, Viewed, readonly UserAction[]][] = [
  ["admin", "a customer", person, ["edit", ...convert, "impersonate", "delete"]],
  [
    "admin",
    "an unverified customer",
    unverified(person),
    ["edit", "resend", ...convert, "impersonate", "delete"],
  ],
  ["admin", "a level 1", distributor(1), ["edit", "copy-link", "move", "impersonate", "delete"]],
  [
    "admin",
    "a level 2",
    distributor(2),
    ["edit", "copy-link", "move", "uplift", "impersonate", "delete"],
  ],
  ["admin", "a level 3", distributor(3), ["edit", "copy-link", "move", "impersonate", "delete"]],
  ["admin", "a stockist", stockist, ["edit", "copy-link", "move", "impersonate", "delete"]],
  ["admin", "another admin", { ...person, role: "admin" }, ["edit", "lock", "delete"]],
  ["admin", "themselves", { ...person, id: 1, role: "admin" }, ["edit"]],
  ["admin", "a developer", { ...person, developer: true }, ["edit", ...convert, "lock", "delete"]],
  ["admin", "a deleted customer", deleted(person), ["edit", "restore", "erase"]],
  ["admin", "a deleted level 2", deleted(distributor(2)), ["edit", "restore", "erase"]],
  ["admin", "somebody erased", { ...deleted(person), email: "erased-50@erased.invalid" }, []],

  ["level 1", "a customer", person, convert],
  ["level 2", "a customer", person, convert],
  ["level 3", "a customer", person, ["convert-to-stockist"]],
  ["level 3", "an unverified customer", unverified(person), ["resend", "convert-to-stockist"]],
  ["level 1", "a level 2", distributor(2), ["copy-link"]],
  ["level 1", "an unverified level 2", unverified(distributor(2)), ["resend", "copy-link"]],
  ["level 3", "a stockist", stockist, ["copy-link"]],
  ["level 1", "a deleted customer", deleted(person), []],
  ["level 1", "a deleted level 2", deleted(unverified(distributor(2))), []],

  ["stockist", "a customer", unverified(person), []],
  ["customer", "a level 2", unverified(distributor(2)), []],
];

// shows S2.37
describe("the menu of a row", () => {
  test.each(menus)("of %s, for %s", (viewer, _whom, viewed, offered) => {
    const expected = userActions.filter((action) => offered.includes(action));
    expect(actionsOn(viewers[viewer], viewed)).toEqual(expected);
  });
});

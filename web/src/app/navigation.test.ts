import { type Role, roles } from "@portal/shared/platform/roles.ts";
import { describe, expect, test } from "vitest";
import { areaOf } from "../session/paths.ts";
import { mayOpen, navigationFor } from "./navigation.ts";
import { memberScreens } from "./member-screens.ts";
import { officeScreens } from "./office-screens.ts";

const allScreens = [...memberScreens, ...officeScreens];

const menuOf = (role: Role, distributorVersion = 0) =>
  navigationFor(
    {
      role,
      level: 2,
      school: false,
      developer: false,
      distributorVersion,
    },
    allScreens,
  ).flatMap(({ items }) => items);
const labelsOf = (role: Role) => menuOf(role).map(({ label }) => label);

describe("the menu", () => {
  test("of each role shows the screens that the role may open, all of which exist", () => {
    expect(labelsOf("admin")).toEqual([
      "Dashboard",
      "Decisions",
      "Users",
      "Distributors",
      "User Activity",
      "Orders",
      "Sales report",
      "Sales graph",
      "Bank payments",
      "Outgoing payments",
      "Card notifications",
      "Card reconciliation",
      "Commission plan",
      "Payout requests",
      "Payout batches",
      "Commission questions",
      "Books",
      "Statements",
      "Month end",
      "Marketing material",
      "Email copy",
      "Site copy",
      "Products",
      "Testimonials",
      "Other Settings",
      "Contact messages",
      "Sent emails",
      "Ledger health",
      "Audit log",
      "App log viewer",
      "My profile",
    ]);
    expect(labelsOf("accountant")).toEqual([
      "Sales report",
      "Sales graph",
      "Bank payments",
      "Outgoing payments",
      "Card reconciliation",
      "Payout requests",
      "Books",
      "Statements",
      "Month end",
      "My profile",
    ]);
    expect(labelsOf("distributor")).toEqual([
      "My network",
      "My wallet",
      "My statements",
      "My address book",
      "My orders",
      "Create order",
      "Training videos",
      "Documents",
      "My profile",
    ]);
    expect(labelsOf("stockist")).toEqual([
      "My address book",
      "My orders",
      "Create order",
      "Training videos",
      "My profile",
    ]);
    expect(labelsOf("customer")).toEqual([]);
  });

  // shows S2.9, S2.12
  test.each([
    [
      "distributor",
      [
        "my-network",
        "my-wallet",
        "my-address-book",
        "my-orders",
        "create-order",
        "training-videos",
        "documents",
        "my-profile",
      ],
    ],
    ["stockist", ["my-address-book", "my-orders", "create-order", "training-videos", "my-profile"]],
  ] as const)("of a %s goes in the order of the specification", (role, named) => {
    const paths = menuOf(role).map(({ path }) => path);
    const wanted = named.map((name) => `/${role}/${name}`);
    expect(paths.filter((path) => wanted.includes(path))).toEqual(wanted);
  });

  // shows T304
  test("of an accountant has all that they may open, with a group for accounting", () => {
    const who = { role: "accountant", level: null, school: false, developer: false } as const;
    const opened = allScreens.filter((screen) => mayOpen(screen, who)).map(({ path }) => path);
    expect(opened.toSorted()).toEqual(
      menuOf("accountant")
        .map(({ path }) => path)
        .toSorted(),
    );
    const groups = (role: Role) =>
      navigationFor({ ...who, role, distributorVersion: 0 }, allScreens)
        .find(({ label }) => label === "Accounting")
        ?.items.map(({ label }) => label);
    expect(groups("accountant")).toEqual(["Books", "Statements", "Month end"]);
    expect(groups("admin")).toEqual(groups("accountant"));
  });

  test("has a group of its own for developers", () => {
    const who = { role: "admin", level: null, school: false, distributorVersion: 0 } as const;
    const groups = (developer: boolean) => navigationFor({ ...who, developer }, allScreens);
    expect(groups(true).find(({ label }) => label === "Developer")?.items).toMatchObject([
      { label: "Payment Requests", path: "/admin/payout-editor" },
    ]);
    expect(groups(false).map(({ label }) => label)).not.toContain("Developer");
  });

  // shows S2.11
  test("of the office keeps the order of the specification", () => {
    const wanted = [
      "/admin/users",
      "/admin/distributors",
      "/admin/distributor-activity",
      "/admin/orders",
      "/admin/sales-report",
      "/admin/sales-graph",
      "/admin/payout-requests",
      "/admin/marketing-material",
      "/admin/edit/email-copy",
      "/admin/edit/products",
      "/admin/edit/testimonials",
      "/admin/edit/rhizo-config",
      "/admin/sent-emails",
      "/system/app-log-viewer",
    ];
    const paths = menuOf("admin").map(({ path }) => path);
    expect(paths.filter((path) => wanted.includes(path))).toEqual(wanted);
  });

  // shows S2.10
  test("has Create order only for a distributor of version 0", () => {
    const paths = menuOf("distributor", 1).map(({ path }) => path);
    expect(paths).not.toContain("/distributor/create-order");
    expect(paths).toContain("/distributor/my-orders");
  });

  test("links only to addresses with a screen for that role", () => {
    const who = { level: null, school: false, developer: true, distributorVersion: 0 };
    const led = roles.flatMap((role) =>
      navigationFor({ ...who, role }, allScreens)
        .flatMap(({ items }) => items)
        .map(({ path }) => ({ role, path })),
    );
    expect(led.length).toBeGreaterThan(30);
    const screens = led.map(({ path }) => allScreens.filter((screen) => screen.path === path));
    expect(screens.map((found) => found.map(({ role }) => role))).toEqual(
      led.map(({ role }) => [areaOf(role)]),
    );
  });

  test("links only to addresses of that role, and for the office to /system as well", () => {
    for (const role of roles)
      for (const { path } of menuOf(role)) {
        const areas = role === "admin" ? ["admin", "system"] : [areaOf(role)];
        expect(areas).toContain(path.split("/")[1]);
      }
  });
});

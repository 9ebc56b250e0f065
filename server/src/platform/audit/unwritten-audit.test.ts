import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../db/database.ts";
import { aBrowser } from "../../testing/a-browser.ts";
import { aProduct } from "../../testing/busy-shop.ts";
import { password } from "../../testing/shop-people.ts";
import { products, type TestShop, test } from "../../testing/shop-test.ts";
import { tableContents } from "../../testing/table-contents.ts";

type Office = Awaited<ReturnType<TestShop["as"]>>;
type Act = (office: Office, shop: TestShop) => Promise<unknown>;

const command = () => ({ commandId: randomUUID() });

/** One of each kind that leaves a trace. */
const acts: readonly (readonly [string, Act])[] = [
  [
    "another person's session",
    (office, { people }) => office.users.impersonate({ id: people.kim, reason: "A question" }),
  ],
  ["a deletion", (office, { people }) => office.users.delete({ ...command(), id: people.lone })],
  ["an uplift", (office, { people }) => office.users.uplift({ ...command(), id: people.ben })],
  [
    "a move",
    (office, { people }) =>
      office.users.moveStockist({ ...command(), id: people.sam, parentId: people.anna }),
  ],
  [
    "a look at bank details",
    (office, { people }) => office.bankDetails.getForAdmin({ userId: people.ben }),
  ],
  [
    "a price",
    (office) => office.products.save({ ...aProduct, id: products.bottle, price: 301_00 }),
  ],
  ["a setting", (office) => office.settings.save({ section: "signIn", signInCodeLength: 8 })],
  ["words of a page", (office) => office.content.set({ varName: "home.lead", copy: "<p>New</p>" })],
  [
    "a month's end",
    (office) =>
      office.statements.close({ ...command(), month: "2020-01", accepts: [...monthSteps] }),
  ],
];

/** What changed beside the audit, while nobody could write into it. */
async function changedBy(superuser: Database, act: () => Promise<unknown>) {
  const before = await tableContents(superuser);
  await sql`revoke insert on audit_entry from portal_app`.execute(superuser);
  const outcome = await act().catch((error: unknown) => error);
  await sql`grant insert on audit_entry to portal_app`.execute(superuser);
  const after = await tableContents(superuser);
  return { outcome, changed: Object.keys(after).filter((name) => after[name] !== before[name]) };
}

// shows R80, T121
test.for(acts)("without an audit entry this fails: %s", async ([, act], { shop, superuser }) => {
  const office = await shop.as(shop.people.admin);
  const { ben } = shop.people;
  const account = { bankName: "FNB", accountName: "Ben", accountNumber: "62001234567" };
  const own = await shop.as(ben);
  await own.bankDetails.save({ ...account, chequeOrSavings: "Cheque", branchCode: "250655" });

  const { outcome, changed } = await changedBy(superuser, () => act(office, shop));
  expect(outcome).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  // A session that was begun has a token that nobody was given.
  expect(changed.filter((name) => name !== "public.session")).toEqual([]);
});

// shows R80, T121
test("without an audit entry a sign-in fails", async ({ shop, superuser }) => {
  const browser = aBrowser(shop);
  const { outcome } = await changedBy(superuser, () =>
    browser.change("auth.login", { email: "ben@shop.test", password }),
  );
  expect(outcome).toMatchObject({ status: 500, setCookies: [] });
  expect((await browser.read("auth.me")).data).toBeNull();
});

test("without an audit entry the list of customers fails", async ({ shop, superuser }) => {
  const { token } = await shop.deps.sessions.start({
    userId: shop.people.dev,
    device: "",
    withPassword: true,
  });
  const headers = { authorization: `Bearer ${token}` };
  const { outcome } = await changedBy(superuser, () =>
    shop.app.inject({ url: "/api/customer/export", headers }),
  );
  expect(outcome).toMatchObject({ statusCode: 500 });
});

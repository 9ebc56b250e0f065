import { randomUUID } from "node:crypto";
import { acts, type Act } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { mayCall, type Procedure, permissions } from "@portal/shared/platform/permissions.ts";
import { TRPCError } from "@trpc/server";
import { describe, expect } from "vitest";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aBusyShop, changesOf } from "../../testing/busy-shop.ts";
import { insertAccount } from "../../testing/insert-account.ts";
import { type TestShop, test as shopTest } from "../../testing/shop-test.ts";

const test = shopTest.extend("changes", { scope: "file" }, async ({ shop }) => {
  // The number that the edits below give: another one would ask by itself.
  await shop.deps.db
    .updateTable("account")
    .set({ cell: "+27821234567" })
    .where("id", "in", [shop.people.lone, shop.people.anna])
    .execute();
  return changesOf(shop, await aBusyShop(shop));
});

/** What of an input makes the act one that asks; nothing where the procedure always does. */
type Asks = Readonly<{ procedure: Procedure; with?: object }>;
const always = (...names: Procedure[]): Asks[] => names.map((procedure) => ({ procedure }));

/** By act, the procedures that do it: an act that is added has to be added here too. */
const doing = {
  "add-admin": always("users.create"),
  "resend-invitation": [{ procedure: "users.resendOptIn", with: { id: "invited" } }],
  "cancel-invitation": always("users.delete"),
  "lock-admin": always("users.lock"),
  "leave-office": always("users.leave"),
  "deactivate-admin": always("users.delete"),
  "erase-former-admin": always("users.erase"),
  "change-own-proof": always("profile.update", "factors.remove", "factors.renewRecoveryCodes"),
  // Whoever lost every factor has a mailed link and the password instead.
  "new-factor": [],
  "shop-bank": always("settings.save"),
  "shop-contact": always("settings.save"),
  limit: always("settings.save"),
  "largest-margins": always("settings.save"),
  withholding: always("settings.save", "withholding.saveRate"),
  "payout-hold": always("settings.save"),
  "credit-password": always("settings.save"),
  "vat-rate": [
    ...always("settings.save"),
    {
      procedure: "users.update",
      with: { id: "sam", email: "sam@shop.test", company: "Sam", stockistVAT: 0 },
    },
  ],
  "commission-plan": always("commissionPlan.publish", "commissionPlan.withdraw"),
  "give-away": [
    ...always("settings.save"),
    { procedure: "products.save", with: { price: 1_00 } },
    { procedure: "products.save", with: { name: "Another name" } },
    { procedure: "users.update", with: { margin: 5 } },
  ],
  eft: always("orders.recordEft", "bankLines.use"),
  "undo-eft": [
    ...always("orders.undoPayment", "bankLines.undo"),
    ...always("payouts.undoReturn", "wallet.undoRepayment"),
  ],
  "pay-out": [
    ...always("payouts.markAsPaid", "payouts.approve", "payouts.saveRequests", "orders.refund"),
    ...always("payoutBatches.make", "payoutBatches.file", "payoutBatches.pay"),
    ...always("wallet.answerQuestion"),
  ],
  "reassign-order": [
    ...always("orders.reassign", "orders.reassignMany"),
    // So are the sales of a test account, and of a code that is another one.
    { procedure: "users.update", with: { test: true } },
    {
      procedure: "users.update",
      with: { id: "anna", email: "anna@shop.test", distributorCode: "TAKEN" },
    },
  ],
  "lift-hold": always("payouts.markAsPaid"),
  "refund-card": always("orders.refund", "notifications.handle", "cardMatch.ignore"),
  "settle-payout": [
    ...always("payouts.reject", "payouts.correct", "payouts.creditTaxInvoice", "payouts.return"),
    ...always("wallet.repay", "payoutBatches.cancel"),
  ],
  impersonate: always("users.impersonate"),
  "export-or-erase-people": always("users.erase", "users.eraseGuest"),
  "close-month": always("statements.close"),
  "edit-email-copy": [],
  "decline-decision": [],
} as const satisfies Readonly<Record<Act, readonly Asks[]>>;

const asking: readonly Asks[] = Object.values<readonly Asks[]>(doing)
  .flat()
  .filter((asks, at, all) => all.findIndex(isSame(asks)) === at);
const marked = Object.entries(permissions)
  .filter(([, row]) => "confirm" in row && row.confirm === "recent")
  .flatMap(([name]) =>
    Object.keys(permissions).filter((known): known is Procedure => known === name),
  );

function isSame(asks: Asks): (other: Asks) => boolean {
  return (other) => other.procedure === asks.procedure && other.with === asks.with;
}

describe("the second step", () => {
  test("is asked of an admin for every act but those for whoever is signed in", () => {
    const without = Object.entries(acts)
      .filter(([, { alone }]) => alone === "signed-in")
      .map(([act]) => act);
    const free = Object.entries(doing)
      .filter(([, procedures]) => procedures.length === 0)
      .map(([act]) => act);
    expect(free.toSorted()).toEqual([...without, "new-factor"].toSorted());
  });

  // shows T391
  test.for([
    ...asking.map((asks): readonly [Procedure, Asks] => [asks.procedure, asks]),
    ...marked
      .filter((name) => !asking.some(({ procedure }) => procedure === name))
      .map((procedure): readonly [Procedure, Asks] => [procedure, { procedure }]),
  ])("is asked for %s, long after it was shown", async ([procedure, asks], { shop, changes }) => {
    const userId = await whoMayCall(procedure, shop);
    const passwordAt = new Date(Date.now() - 11 * 60_000).toISOString();
    const session = { token: "none", handle: randomUUID(), impersonatorId: null, passwordAt };
    const [router = "", name = ""] = procedure.split(".");
    const api = await shop.as(userId, { session });
    const given: unknown = Reflect.get(Reflect.get(changes, router), name);
    const input = asks.with ? { ...Object(given), ...(await named(shop, asks.with)) } : given;
    const call: unknown = Reflect.get(Reflect.get(api, router), name);
    if (typeof call !== "function") throw new Error(`${procedure} is no procedure`);
    await expect(Promise.resolve(call(input)).catch(codeOf)).resolves.toBe(
      "access.password-needed",
    );
  });
});

/** Who of the people is meant by a name, and somebody invited to the office who has not registered. */
async function named({ deps, people }: TestShop, input: object): Promise<object> {
  if (!("id" in input)) return input;
  if (input.id === "anna" || input.id === "sam") return { ...input, id: people[input.id] };
  const email = `invited-${randomUUID()}@shop.test`;
  const account = { email, firstName: "New", lastName: "Colleague", role: "admin" } as const;
  const id = await asOwner(deps.db, async (tx) => {
    const invited = await insertAccount(tx, { ...account, passwordHash: "" });
    const unregistered = { password_hash: null, verified: false };
    await tx.updateTable("account").set(unregistered).where("id", "=", invited).execute();
    return invited;
  });
  return { ...input, id };
}

async function whoMayCall(name: Procedure, { deps, people }: TestShop): Promise<number> {
  for (const id of [people.admin, people.dev, people.cara])
    if (mayCall(name, await findSignedInUser(deps.db, id))) return id;
  throw new Error(`nobody may call ${name}`);
}

function codeOf(error: unknown): string {
  if (error instanceof TRPCError && error.cause instanceof DomainError) return error.cause.code;
  throw error;
}

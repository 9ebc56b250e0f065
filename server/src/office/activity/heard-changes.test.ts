import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { namesOf } from "../../people/users/user.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { aGuestOrder, test } from "../../testing/shop-test.ts";
import { aStockist } from "../../testing/some-users.ts";
import { toldDetails } from "./heard-changes.rules.ts";
import { heardActions, officeDayFacts } from "./office-day.queries.ts";

// shows T402
test("what moves commission is heard with the terms, the people and both values", async ({
  shop,
}) => {
  const { admin, dev, anna, ben, cara, kim, sam } = shop.people;
  const now = () => "2031-06-07T10:00:00.000Z";
  const api = await shop.as(admin, { now });
  const command = () => ({ commandId: randomUUID() });
  const stockist = aStockist(ben, { company: "Corner Shop", stockistMargin: 20 });
  const { id } = await api.users.create({ ...stockist, ...command() });
  const { email, firstName, lastName, cellNumber } = stockist;
  await api.users.update({
    ...command(),
    id,
    email,
    firstName,
    lastName,
    cellNumber,
    stockistCode: "FRIEND",
    test: true,
  });
  await api.users.convertToDistributor({ ...command(), customerId: kim, parentId: anna });
  await api.users.moveDistributor({ ...command(), id: cara, parentId: anna });
  await api.users.uplift({ ...command(), id: ben });
  const order = await aGuestOrder(shop, "CARA");
  await api.orders.reassign({ ...command(), uuid: order.uuid, sellerId: ben });
  await api.withholding.saveRate({ userId: anna, bps: 3000 });
  await api.users.delete({ ...command(), id: sam });
  const actor = { user: { id: admin }, impersonatedById: null, now };
  const plan = { own: { "1": 2000 }, upline: { "1": { "2": 500 } }, leader: 1000 };
  await insertAudit(shop.deps.db, actor, {
    action: "plan.published",
    details: { plan, formerPlan: { ...plan, leader: 900 }, simulationId: "a" },
  });

  const reason = "Secret words";
  await insertAudit(shop.deps.db, actor, {
    action: "credit.granted",
    subjectId: anna,
    details: { amount: 12_00, reason },
  });

  const facts = { userId: dev, day: "2031-06-07" };
  const { officeActs } = await officeDayFacts(shop.deps.readDb, facts, "za");
  const words = officeActs.as === "facts" ? officeActs.rows.map(([, said]) => said) : [];
  const names = await namesOf(shop.deps.readDb, [anna, ben, cara, kim, sam]);
  const nameOf = (of: number) => names.get(of) ?? "nobody";
  const has = (...parts: readonly string[]) =>
    expect(words).toContainEqual(expect.stringMatching(new RegExp(parts.join(".*"))));
  has(
    "added a person, once: Thandi Nkosi",
    `role: Stockist; parent: ${nameOf(ben)}; stockist margin: 20%; distributor percent: 10%`,
  );
  has("changed a person, once: Thandi Nkosi", "test: no to yes; code: [A-Z0-9-]+ to FRIEND");
  has(`converted a customer, once: ${nameOf(kim)}`, "level: 2", `parent: ${nameOf(anna)}`);
  has(
    `moved a member, once: ${nameOf(cara)}`,
    `former parent: ${nameOf(ben)}; parent: ${nameOf(anna)}`,
  );
  has(`uplifted .* once: ${nameOf(ben)} \\(level: 2 to 1\\)`);
  has(
    `reassigned an order, once: order ${order.orderNumber}`,
    `former seller: ${nameOf(cara)}; seller: ${nameOf(ben)}`,
  );
  has("tax withheld", nameOf(anna), "withholding: nothing to 30%");
  has(`deleted a person, once: ${nameOf(sam)}`);
  has(`granted store credit, once, R12[.,]00: ${nameOf(anna)}`);
  has(
    "published a commission plan, once: former plan: own level 1 20%",
    "leader 9%.*; plan: own level 1 20%",
    "leader 10%",
  );
  expect(words.join()).not.toContain(reason);
});

// shows T402, T417
test("many acts of a kind are listed from the largest sum on, and the others are counted with theirs", async ({
  shop,
}) => {
  const now = () => "2031-07-08T10:00:00.000Z";
  const { admin, dev, anna } = shop.people;
  const actor = { user: { id: admin }, impersonatedById: null, now };
  for (let nth = 1; nth <= 23; nth += 1)
    await insertAudit(shop.deps.db, actor, {
      action: "credit.granted",
      subjectId: anna,
      details: { amount: nth * 100 },
    });
  const asked = { userId: dev, day: "2031-07-08" };
  const { officeActs } = await officeDayFacts(shop.deps.readDb, asked, "za");
  const [words = ""] = officeActs.as === "facts" ? officeActs.rows.map(([, said]) => said) : [];
  expect(words).toMatch(
    /23 times, R276[.,]00: \S+ \S+ \(R23[.,]00\);.*\(R4[.,]00\); and 3 more, R6[.,]00$/,
  );
});

// shows T417
test("an act is not hidden by others of its kind: not a negative sum, and not one without a sum", async ({
  shop,
}) => {
  const now = () => "2031-08-09T10:00:00.000Z";
  const { admin, dev, anna, ben } = shop.people;
  const actor = { user: { id: admin }, impersonatedById: null, now };
  const { db } = shop.deps;
  for (let nth = 1; nth <= 25; nth += 1) {
    const details = { kind: "opening-vat", amount: nth, day: "2031-01-01" };
    await insertAudit(db, actor, {
      action: "opening-balance.booked",
      target: `no ${nth}`,
      details,
    });
    const changed = ["first_name"];
    await insertAudit(db, actor, { action: "user.updated", subjectId: anna, details: { changed } });
    const texts = { changed: { description: ["", `${nth}`] } };
    const target = `product ${nth}`;
    await insertAudit(db, actor, { action: "product.changed", target, details: texts });
  }
  const owed = { kind: "opening-vat", amount: -90_000_00, day: "2031-01-02" };
  await insertAudit(db, actor, { action: "opening-balance.booked", target: "all", details: owed });
  const terms = { terms: { before: { marginBps: 2000 }, after: { marginBps: 4900 } } };
  const details = { changed: ["terms"], ...terms };
  await insertAudit(db, actor, { action: "user.updated", subjectId: ben, details });
  const price = { changed: { price: [325_00, 170_00] } };
  await insertAudit(db, actor, { action: "product.changed", target: "product 94", details: price });

  const asked = { userId: dev, day: "2031-08-09" };
  const { officeActs } = await officeDayFacts(shop.deps.readDb, asked, "za");
  const words = officeActs.as === "facts" ? officeActs.rows.map(([, said]) => said) : [];
  const [balance, person, product] = words.toSorted();
  expect(balance).toMatch(/26 times, R90\s003[.,]25: all .*; and 6 more, R0[.,]21$/);
  expect(product).toMatch(/26 times: product 94 \(price: 325.00 to 170.00\); .*product 25/);
  expect(person).toMatch(/26 times: \S+ \S+ \(.*margin: 20% to 49%\)/);
});

// shows T402
test("every act that is heard is said one by one, or is only texts, settings, exports or uploads", () => {
  const inTotal = heardActions.filter((action) => !(action in toldDetails));
  expect(inTotal).toEqual([
    "card-fees.booked",
    "settings.changed",
    "product.changed",
    "guest.erased",
    "users.exported",
    "customers.exported",
    "orders.exported",
    "payouts.exported",
    "email-copy.changed",
    "email-copy.restored",
    "site-copy.changed",
    "site-copy.restored",
    "testimonial.added",
    "testimonial.changed",
    "upload.added",
    "upload.changed",
    "upload.poster-changed",
    "upload.captions-changed",
  ]);
});

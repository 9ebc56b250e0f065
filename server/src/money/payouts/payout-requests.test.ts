import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { Caller } from "../../caller.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { aWaitingPayout } from "../../testing/waiting-payouts.ts";

const refusedAs = (code: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code }) });

/** The developer's editor for one person: its text, and the plan and save of a changed text. */
async function anEditor(shop: TestShop, userId: number) {
  const dev = await shop.as(shop.people.dev);
  const { text } = await dev.payouts.requestsOf({ userId });
  const edit = (change: (text: string) => string) => ({ userId, before: text, text: change(text) });
  return {
    text,
    plan: (change: (text: string) => string) => dev.payouts.planRequests(edit(change)),
    save: (change: (text: string) => string) =>
      dev.payouts.saveRequests({ commandId: randomUUID(), ...edit(change) }),
  };
}

describe("the editor of payout requests", () => {
  // shows S6.13
  test("shows the open request, and plans no correction without a change", async ({ shop }) => {
    const { id, amount, userId } = await aWaitingPayout(shop, "ben");
    const editor = await anEditor(shop, userId);
    expect(JSON.parse(editor.text)).toMatchObject({
      requests: [{ id, state: "requested", reason: null, commission: amount, credit: 0 }],
      creditGranted: [],
    });
    expect(await editor.plan((text) => text)).toEqual({ corrections: [] });
  });

  // shows R26, S7.35, T31
  test("replaces the open request with one up to now, and grants credit", async ({ shop }) => {
    const { ben } = shop.people;
    const person = await shop.as(ben);
    const before = (await person.wallet.mine()).openPayout;
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
    const editor = await anEditor(shop, ben);
    const change = (text: string) =>
      text
        .replace(/"through": \d+/, '"through": "now"')
        .replace('"creditGranted": []', '"creditGranted": [{"amount": 500, "reason": "Late"}]');

    const { corrections } = await editor.plan(change);
    expect(corrections).toMatchObject([
      { what: "reject", payoutId: before?.id, reason: null },
      { what: "request", requested: 2 * (before?.amount ?? 0) },
      { what: "grant-credit", amount: 500, reason: "Late" },
    ]);
    expect((await person.wallet.mine()).openPayout).toEqual(before);

    expect(await editor.save(change)).toEqual({
      corrections: corrections.map(({ what }) => what),
      proposalIds: [],
    });
    const audited = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "payout.requests-saved")
      .where("subject_id", "=", ben)
      .execute();
    expect(audited).toEqual([
      { details: { corrections: ["reject", "request", "grant-credit"], amount: 500 } },
    ]);
    const { openPayout } = await person.wallet.mine();
    expect(openPayout).toMatchObject({ amount: 2 * (before?.amount ?? 0), state: "requested" });
    expect(openPayout?.id).not.toBe(before?.id);
    await expect(editor.save(change)).rejects.toEqual(refusedAs("payout.changed-meanwhile"));
  });

  // shows T331
  test("is not for a developer who is no admin, and corrects nobody's own account", async ({
    shop,
  }) => {
    const { people, deps } = shop;
    await asOwner(deps.db, (tx) =>
      tx.updateTable("account").set({ developer: true }).where("id", "=", people.anna).execute(),
    );
    const anna = await shop.as(people.anna);
    const edit = { userId: people.anna, before: "", text: "" };
    for (const call of [
      () => anna.payouts.requesters(),
      () => anna.payouts.requestsOf({ userId: people.anna }),
      () => anna.payouts.planRequests(edit),
      () => anna.payouts.saveRequests({ commandId: randomUUID(), ...edit }),
    ])
      await expect(call()).rejects.toEqual(refusedAs("access.forbidden"));
    await asOwner(deps.db, (tx) =>
      tx.updateTable("account").set({ developer: false }).where("id", "=", people.anna).execute(),
    );

    const own = await anEditor(shop, people.dev);
    const grant = '"creditGranted": [{"amount": 500, "reason": "Mine"}]';
    await expect(own.save((text) => text.replace('"creditGranted": []', grant))).rejects.toEqual(
      refusedAs("account.yourself"),
    );
  });

  test("proposes credit above the limit once, even if saved again after it was declined", async ({
    shop,
  }) => {
    const { people, deps } = shop;
    const dev = await shop.as(people.dev);
    const { text } = await dev.payouts.requestsOf({ userId: people.ben });
    const credit = '"creditGranted": [{"amount": 500, "reason": "Late"}]';
    const edited = text.replace('"creditGranted": []', credit);
    const edit = { commandId: randomUUID(), userId: people.ben, before: text, text: edited };
    const setLimit = (above: number | null) =>
      asOwner(deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    await setLimit(100);

    const { proposalIds } = await dev.payouts.saveRequests(edit);
    expect(proposalIds).toHaveLength(1);
    for (const id of proposalIds) await (await shop.as(people.admin)).proposals.decline({ id });

    expect((await dev.payouts.saveRequests(edit)).proposalIds).toEqual(proposalIds);
    const proposed = deps.db.selectFrom("decision").select("id").where("kind", "=", "credit");
    expect(await proposed.execute()).toEqual(proposalIds.map((id) => ({ id })));
    await setLimit(null);
  });

  // shows T212
  test("keeps its proposals where the process dies right after the commit", async ({ shop }) => {
    const { people, deps } = shop;
    const dying: Partial<Caller> = {
      ledger: {
        ...deps.ledger,
        async execute(command, decide) {
          await deps.ledger.execute(command, decide);
          throw new Error("the process was killed");
        },
      },
    };
    const dev = await shop.as(people.dev, dying);
    const { text } = await dev.payouts.requestsOf({ userId: people.cara });
    const credit =
      '"creditGranted": [{"amount": 700, "reason": "A"}, {"amount": 700, "reason": "B"}]';
    const edited = text.replace('"creditGranted": []', credit);
    const edit = { commandId: randomUUID(), userId: people.cara, before: text, text: edited };
    const setLimit = (above: number | null) =>
      asOwner(deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    await setLimit(100);

    await expect(dev.payouts.saveRequests(edit)).rejects.toThrow("the process was killed");

    const { proposalIds } = await (await shop.as(people.dev)).payouts.saveRequests(edit);
    expect(proposalIds).toHaveLength(2);
    const proposed = deps.db.selectFrom("decision").select("id").where("id", "in", proposalIds);
    expect(await proposed.execute()).toHaveLength(2);
    for (const id of proposalIds) await (await shop.as(people.admin)).proposals.decline({ id });
    await setLimit(null);
  });

  test.for([
    ["invalid JSON", (text: string) => `${text}}`, /This is not valid JSON/],
    [
      "an edited amount",
      (text: string) => text.replace(/"requested": \d+/, '"requested": 1'),
      /requests\[0\]\.requested: this is [^,]+, from the ledger/,
    ],
    [
      "an unknown field",
      (text: string) => text.replace('"credit": 0', '"credit": 0, "paid": true'),
      /requests\[0\]: /,
    ],
    [
      "an unknown request",
      (text: string) => text.replace(/"id": ".*?"/, '"id": "other"'),
      /requests\[0\]\.id: there is no open request with this id/,
    ],
    [
      "a position after the end of the ledger",
      (text: string) => text.replace(/"through": \d+/, '"through": 999999999'),
      /requests\[0\]\.through: \d+ is the maximum/,
    ],
    [
      "credit of zero",
      (text: string) =>
        text.replace('"creditGranted": []', '"creditGranted": [{"amount": 0, "reason": "r"}]'),
      /creditGranted\[0\]\.amount: Please enter a number above 0/,
    ],
  ] as const)("refuses %s, with the place of the error", async ([, change, words], { shop }) => {
    const editor = await anEditor(shop, shop.people.ben);
    await expect(editor.save(change)).rejects.toThrow(words);
  });

  test("rejects with a reason, or without one if the request is removed", async ({ shop }) => {
    const { ben } = shop.people;
    const person = await shop.as(ben);
    const rejecting = (text: string) =>
      text
        .replace('"state": "requested"', '"state": "rejected"')
        .replace('"reason": null', '"reason": "Wrong account"');
    await (await anEditor(shop, ben)).save(rejecting);
    expect((await person.wallet.mine()).rejectedRequest).toMatchObject({
      state: "rejected",
      reason: "Wrong account",
    });

    await person.wallet.requestPayout({ commandId: randomUUID() });
    await (await anEditor(shop, ben)).save(() =>
      JSON.stringify({ requests: [], creditGranted: [] }),
    );
    expect((await person.wallet.mine()).rejectedRequest).toMatchObject({
      state: "rejected",
      reason: null,
    });
  });

  // shows T366
  test("requests nothing that was reversed after the cut-off", async ({ shop }) => {
    const { anna, admin } = shop.people;
    const office = await shop.as(admin);
    const [reversed, other] = [await aGuestOrder(shop, "ANNA"), await aGuestOrder(shop, "ANNA")];
    for (const { uuid, total } of [reversed, other]) await payByBank(shop, uuid, total);
    const { position } = await shop.deps.db
      .selectFrom("projection.checkpoint")
      .select("position")
      .where("name", "=", "wallets")
      .executeTakeFirstOrThrow();
    for (const { uuid, total } of [reversed, other])
      await office.orders.refund({
        commandId: randomUUID(),
        uuid,
        amount: total,
        productAmount: 4 * 325_00,
        units: 4,
        method: "eft",
        reason: "It came back",
      });
    const { id } = await aWaitingPayout(shop, "anna");

    const editor = await anEditor(shop, anna);
    const movedBack = (text: string) => text.replace(/"through": \d+/, `"through": ${position}`);
    for (const attempt of [editor.plan, editor.save])
      await expect(attempt(movedBack)).rejects.toEqual(refusedAs("payout.wrong-cutoff"));
    expect((await (await shop.as(anna)).wallet.mine()).openPayout?.id).toBe(id);
  });
});

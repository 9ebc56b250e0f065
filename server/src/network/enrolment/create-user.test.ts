import { randomUUID } from "node:crypto";
import type { CreateUser } from "@portal/shared/people/users/user-forms.ts";
import { describe, expect } from "vitest";
import { connectPool, portalRole } from "../../platform/db/connect.ts";
import { createLedger } from "../../platform/ledger/ledger.ts";
import { createInlineProjector } from "../../projections/live/inline-projector.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { test } from "../../testing/shop-test.ts";
import {
  accountOf,
  aDistributor,
  aPerson,
  aStockist,
  auditOf,
  countAccounts,
  eventsOf,
  memberOf,
  messagesTo,
  refused,
  uniqueEmail,
  users,
} from "../../testing/some-users.ts";

describe("adding a user", () => {
  test("creates an account without a password and sends the registration email", async ({
    shop,
  }) => {
    const { admin, anna } = shop.people;
    const wanted = aDistributor(anna, { distributorArea: "Paarl", altNumber: "021 555 1234" });
    const { id } = await (await users(shop, admin)).create({
      ...wanted,
      email: ` ${wanted.email.toUpperCase()} `,
    });

    expect(await accountOf(shop, id)).toMatchObject({
      email: wanted.email,
      first_name: "Thandi",
      cell: "+27821234567",
      role: "distributor",
      verified: false,
      active: true,
      password_hash: null,
      area: "Paarl",
      school: false,
      alt_number: "021 555 1234",
      developer: false,
      test: false,
      added_by: admin,
    });
    expect(await memberOf(shop, id)).toMatchObject({
      level: 2,
      parent_id: anna,
      kind: "distributor",
    });
    expect(await messagesTo(shop, id)).toEqual(["registration"]);
    expect(await auditOf(shop, id)).toEqual([
      {
        action: "user.created",
        actor_id: admin,
        details: { role: "distributor", level: 2, parentId: anna },
      },
    ]);
  });

  test("writes no personal data to the ledger", async ({ shop }) => {
    const { id } = await (await users(shop, shop.people.admin)).create(
      aStockist(shop.people.ben, { stockistCode: "Shop-7" }),
    );
    expect(await eventsOf(shop, id)).toEqual([
      {
        type: "StockistEnrolled",
        data: {
          userId: id,
          parentId: shop.people.ben,
          marginBps: 2500,
          distributorBps: 1000,
          vatRegistered: true,
          code: "Shop-7",
        },
      },
    ]);
  });

  // shows T57
  test("twelve times concurrently with one email creates one account and refuses eleven", async ({
    shop,
    ownerUrl,
  }) => {
    const { admin, anna } = shop.people;
    const distributor = aDistributor(anna);
    const { email } = distributor;
    const wanted = [aDistributor(null, { email }), distributor];
    const pool = connectPool(ownerUrl, { role: portalRole, poolSize: 2, prepare: true });
    const projector = createInlineProjector();
    const ledger = createLedger({ pool, catalogue: ledgerCatalogue, projector });
    const office = await shop.as(admin, { ledger });

    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => wanted)
        .flat()
        .map((person) => office.users.create({ ...person, commandId: randomUUID() })),
    );
    await ledger.close();
    await pool.end();

    const refusals = answers.flatMap((each): unknown[] =>
      each.status === "rejected" ? [each.reason] : [],
    );
    expect(refusals).toHaveLength(11);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ cause: { code: "account.email-in-use", field: "email" } });
    const { db } = shop.deps;
    const made = await db.selectFrom("account").select("id").where("email", "=", email).execute();
    expect(made).toHaveLength(1);
  });

  test("is idempotent", async ({ shop }) => {
    const admin = await users(shop, shop.people.admin);
    const [distributor, office] = [aDistributor(null), aDistributor(null)];
    const before = await countAccounts(shop);
    const answers = await Promise.all([
      admin.create(distributor),
      admin.create(distributor),
      admin.create(distributor),
      admin.create(office),
      admin.create(office),
    ]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(2);
    expect(await countAccounts(shop)).toBe(before + 2);
    await expect(admin.create({ ...distributor, firstName: "Other" })).rejects.toEqual(
      refused("request.reused-key"),
    );
  });

  // shows S6.3
  test("as an admin needs a second admin's confirmation and no position in the network", async ({
    shop,
  }) => {
    const admin = await users(shop, shop.people.admin);
    const wanted = { ...aPerson(), role: "admin" as const };
    const answers = await Promise.all([admin.create(wanted), admin.create(wanted)]);
    const [{ id, proposalId }] = answers;
    expect(answers[1]).toEqual({ id, proposalId });
    await expect(admin.create({ ...wanted, firstName: "Other" })).rejects.toEqual(
      refused("request.reused-key"),
    );
    await expect(accountOf(shop, id)).rejects.toThrow("no result");
    const second = await shop.as(shop.people.dev);
    expect(await second.proposals.confirm({ id: String(proposalId) })).toEqual({
      id: proposalId,
      failure: null,
    });
    expect(await accountOf(shop, id)).toMatchObject({ role: "admin", verified: false });
    expect(await memberOf(shop, id)).toBeUndefined();
    expect(await messagesTo(shop, id)).toEqual(["registration"]);
  });

  test.for([
    ["nobody", null, 1],
    ["a level 1", "anna", 2],
    ["a level 2", "ben", 3],
  ] as const)("by the office under %s gives a level %s", async ([, parent, level], { shop }) => {
    const parentId = parent && shop.people[parent];
    const { id } = await (await users(shop, shop.people.admin)).create(aDistributor(parentId));
    expect(await memberOf(shop, id)).toMatchObject({ level, parent_id: parentId });
  });

  test("uses the given or a generated code without the name, and refuses one that is taken", async ({
    shop,
  }) => {
    const admin = await users(shop, shop.people.admin);
    const { id } = await admin.create(aDistributor(null, { firstName: "Nomsa" }));
    const { code = "" } = (await memberOf(shop, id)) ?? {};
    expect(code).toMatch(new RegExp(`^[A-Z]+${id}$`));
    expect(code).not.toContain("NOMSA");
    await expect(
      admin.create(aDistributor(null, { distributorCode: code.toLowerCase() })),
    ).rejects.toEqual(refused("network.code-taken"));
  });

  // shows S3.16
  test("stores the office's settings for a school and a stockist", async ({ shop }) => {
    const admin = await users(shop, shop.people.admin);
    const school = await admin.create(aDistributor(null, { school: true, influencer: true }));
    expect(await accountOf(shop, school.id)).toMatchObject({ school: true, influencer: true });
    const terms = { distributorPercent: 12, stockistVAT: 16, distributorArea: "Paarl" };
    const house = await admin.create(aStockist(null, terms));
    expect(await accountOf(shop, house.id)).toMatchObject({
      area: "Paarl",
      company_address: "1 Main Road",
      vat_no: "4123456789",
      stockist_vat_bps: 1600,
    });
    expect(await memberOf(shop, house.id)).toMatchObject({
      distributor_bps: 1200,
      parent_id: null,
    });
  });

  test("is refused as a whole if any part is refused", async ({ shop }) => {
    const { admin, cara, sam } = shop.people;
    const office = await users(shop, admin);
    const before = await countAccounts(shop);
    const refusals: readonly [CreateUser | object, string][] = [
      [aDistributor(null, { email: "KIM@shop.test" }), "account.email-in-use"],
      [aDistributor(null, { cellNumber: "12" }), "account.wrong-phone"],
      [aDistributor(null, { cellNumber: "..@127.0.0.1:5432" }), "account.wrong-phone"],
      [aDistributor(cara), "network.wrong-parent"],
      [aDistributor(sam), "network.wrong-parent"],
      [aDistributor(admin), "network.unknown-member"],
      [aStockist(sam), "network.wrong-parent"],
      [aStockist(null, { stockistMargin: undefined }), "account.no-margin"],
      [aStockist(null, { stockistMargin: 41 }), "network.wrong-margin"],
      [aStockist(null, { distributorPercent: 21 }), "network.wrong-percent"],
    ];
    for (const [wanted, code] of refusals)
      await expect(office.create(wanted as CreateUser)).rejects.toEqual(refused(code));
    expect(await countAccounts(shop)).toBe(before);
  });

  // shows S8.2
  test("reports an email in use beside its field, in the specified words", async ({ shop }) => {
    const office = await users(shop, shop.people.admin);
    await expect(
      office.create(aDistributor(null, { email: "kim@shop.test" })),
    ).rejects.toMatchObject({
      message: expect.stringContaining("address is already in use"),
      cause: { field: "email" },
    });
  });

  test("concurrently by two users with one email creates one", async ({ shop }) => {
    const office = await users(shop, shop.people.admin);
    const email = uniqueEmail();
    const answers = await Promise.allSettled([
      office.create(aDistributor(null, { email })),
      office.create(aDistributor(null, { email })),
      office.create(aDistributor(null, { email })),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const inUse = { status: "rejected", reason: refused("account.email-in-use") };
    expect(answers.filter(({ status }) => status === "rejected")).toEqual([inUse, inUse]);
  });
});

describe("a distributor who adds a user", () => {
  test("enrols one level below itself or below a member of its tree", async ({ shop }) => {
    const { anna, ben, skye } = shop.people;
    const own = await (await users(shop, anna)).create(aDistributor(null));
    expect(await memberOf(shop, own.id)).toMatchObject({ level: 2, parent_id: anna });
    const childs = await (await users(shop, anna)).create(aDistributor(skye));
    expect(await memberOf(shop, childs.id)).toMatchObject({ level: 3, parent_id: skye });
    const bens = await (await users(shop, ben)).create(aDistributor(ben));
    expect(await memberOf(shop, bens.id)).toMatchObject({ level: 3, parent_id: ben });
    const stockist = await (await users(shop, shop.people.cara)).create(aStockist(null));
    expect(await memberOf(shop, stockist.id)).toMatchObject({ parent_id: shop.people.cara });
  });

  // shows R22, S6.9, T28, T36
  test("cannot add elsewhere, add an admin, add distributors as a level 3, or set the office's fields", async ({
    shop,
  }) => {
    const { anna, ben, cara, skye } = shop.people;
    const before = await countAccounts(shop);
    const refusals: readonly [number, object, string][] = [
      [ben, aDistributor(skye), "network.unknown-member"],
      [ben, aDistributor(anna), "network.unknown-member"],
      [ben, aStockist(anna), "network.unknown-member"],
      [cara, aDistributor(null), "access.forbidden"],
      [cara, aDistributor(anna), "access.forbidden"],
      [anna, { ...aPerson(), role: "admin" }, "access.forbidden"],
      [anna, aDistributor(null, { school: true }), "access.forbidden"],
      [anna, aDistributor(null, { influencer: true }), "access.forbidden"],
      [anna, aStockist(null, { stockistMargin: 99 }), "access.forbidden"],
      [anna, aStockist(null, { stockistMargin: 24 }), "access.forbidden"],
      [anna, aStockist(null, { distributorPercent: 99 }), "access.forbidden"],
      [anna, aStockist(null, { stockistVAT: 0 }), "access.forbidden"],
    ];
    for (const [asker, wanted, code] of refusals)
      await expect((await users(shop, asker)).create(wanted as CreateUser)).rejects.toEqual(
        refused(code),
      );
    expect(await countAccounts(shop)).toBe(before);
  });

  // shows T36
  test("adds stockists on the shop's present standard terms", async ({ shop }) => {
    const { admin, anna, ben } = shop.people;
    const { settings } = await shop.as(admin);
    const { stockists } = await settings.get();
    const unsaid = () => aStockist(null, { stockistMargin: undefined });
    const usual = await (await users(shop, ben)).create(unsaid());
    expect(await memberOf(shop, usual.id)).toMatchObject({
      margin_bps: 2500,
      distributor_bps: 1000,
    });

    const changed = { stockistMarginDefault: 15, stockistPercentDefault: 7 };
    await settings.save({ section: "stockists", ...stockists, ...changed });
    try {
      expect(await (await shop.as(anna)).settings.stockists()).toMatchObject(changed);
      const { id } = await (await users(shop, anna)).create(unsaid());
      expect(await memberOf(shop, id)).toMatchObject({ margin_bps: 1500, distributor_bps: 700 });
      // The former standard terms no longer apply.
      await expect((await users(shop, anna)).create(aStockist(null))).rejects.toEqual(
        refused("access.forbidden"),
      );
    } finally {
      await settings.save({ section: "stockists", ...stockists });
    }
  });

  // shows R23, T29
  test("cannot set fields that the form does not have", async ({ shop }) => {
    const flags = { developer: true, verified: true, active: false, level: 1, id: 1, credit: 5 };
    const hostile = { ...flags, test: true, marginBps: 9000, parent_id: 1 };
    const anna = await users(shop, shop.people.anna);
    const before = await countAccounts(shop);
    const keys = Object.keys(hostile);
    await expect(anna.create(aDistributor(null, hostile))).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { issues: [{ code: "unrecognized_keys", path: [], keys }] },
    });
    expect(await countAccounts(shop)).toBe(before);

    const { id } = await anna.create(aDistributor(null));
    expect(await accountOf(shop, id)).toMatchObject({
      developer: false,
      verified: false,
      active: true,
      test: false,
      margin_bps: null,
    });
    expect(id).not.toBe(1);
    expect(await memberOf(shop, id)).toMatchObject({ level: 2 });
  });
});

// shows T351
describe("a new user whom somebody outside the office adds", () => {
  test("counts as a look-up of the address when refused, and when created does not", async ({
    shop,
  }) => {
    const { admin, ben } = shop.people;
    await shop.deps.db.deleteFrom("rate_limit").execute();
    const member = await users(shop, ben);
    await member.create(aStockist(ben));
    for (let nth = 0; nth < 10; nth++) {
      await expect(member.create(aStockist(ben, { email: "kim@shop.test" }))).rejects.toEqual(
        refused("account.email-in-use"),
      );
      // Refused for something else, which tells that the address is free.
      await expect(member.create(aStockist(ben, { stockistCode: "ANNA" }))).rejects.toEqual(
        refused("network.code-taken"),
      );
      await member.byEmail({ email: "nobody@shop.test" });
    }
    const tooMany = refused("access.too-many-tries");
    for (const email of ["kim@shop.test", uniqueEmail()])
      await expect(member.create(aStockist(ben, { email }))).rejects.toEqual(tooMany);
    await expect(member.byEmail({ email: "kim@shop.test" })).rejects.toEqual(tooMany);
    await expect(
      (await users(shop, admin)).create(aStockist(ben, { email: "kim@shop.test" })),
    ).rejects.toEqual(refused("account.email-in-use"));
    await shop.deps.db.deleteFrom("rate_limit").execute();
  });
});

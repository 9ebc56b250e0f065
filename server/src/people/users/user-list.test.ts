import {
  type ListUsers,
  listUsersSchema,
  type UserAction,
} from "@portal/shared/people/users/user-list.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { changeNetwork } from "../../testing/shop-people.ts";
import { type TestShop, test as base } from "../../testing/shop-test.ts";

/** Besides the usual people: an unrelated line, and accounts that are not listed by default. */
const test = base.extend("others", { scope: "file" }, async ({ shop, superuser }) => {
  const insert = async (email: string, role: "customer" | "distributor", changes = {}) => {
    const { id } = await superuser
      .insertInto("account")
      .values({ email, first_name: "Other", last_name: "Person", role, verified: true, ...changes })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const olga = await insert("olga@else.test", "distributor");
  await changeNetwork(shop.deps, {
    type: "EnrolDistributor",
    userId: olga,
    level: 1,
    parentId: null,
    code: "OLGA_100%",
  });
  return {
    olga,
    ofOlga: await insert("100%@else.test", "customer", { parent_id: olga, cell: "+27821112222" }),
    ofCara: await insert("c_c@else.test", "customer", { parent_id: shop.people.cara }),
    gone: await insert("gone@else.test", "customer", { active: false, first_name: "Gone" }),
    marked: await insert("old(inactive)@else.test", "customer", { first_name: "Marked" }),
    fresh: await insert("fresh@else.test", "customer", {
      verified: false,
      parent_id: shop.people.ben,
      company: "Back\\slash Ltd",
    }),
  };
});

const list = async (shop: TestShop, userId: number, asked: Partial<ListUsers> = {}) =>
  (await shop.as(userId)).users.list({ pageSize: 100, ...asked });
const idsOf = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).rows.map(({ id }) => id).toSorted((one, other) => one - other);
const sorted = (...ids: number[]) => ids.toSorted((one, other) => one - other);

describe("the list of users", () => {
  // shows S6.15
  test("shows the office all active users", async ({ shop, others }) => {
    const { people } = shop;
    expect(await idsOf(shop, people.admin)).toEqual(
      sorted(...Object.values(people), others.olga, others.ofOlga, others.ofCara, others.fresh),
    );
  });

  // shows S4.13
  test("shows deleted users with the others on request, including those marked inactive in the email", async ({
    shop,
    others,
  }) => {
    expect(await idsOf(shop, shop.people.admin, { showDeleted: true })).toEqual(
      sorted(...Object.values(shop.people), ...Object.values(others)),
    );
  });

  test("finds one user by id, deleted or not, for a viewer who may see them", async ({
    shop,
    others,
  }) => {
    const { admin, anna, cara } = shop.people;
    expect(await idsOf(shop, admin, { id: others.gone, search: "nobody" })).toEqual([others.gone]);
    expect(await idsOf(shop, anna, { id: cara })).toEqual([cara]);
    expect(await idsOf(shop, cara, { id: anna })).toEqual([]);
  });

  test("shows a distributor the members below and the customers that they brought", async ({
    shop,
    others,
  }) => {
    const { anna, ben, cara, skye, sam, kim } = shop.people;
    const { ofCara, fresh } = others;
    expect(await idsOf(shop, anna)).toEqual(sorted(ben, cara, skye, sam, kim, ofCara, fresh));
    expect(await idsOf(shop, ben)).toEqual(sorted(cara, sam, kim, ofCara, fresh));
    expect(await idsOf(shop, cara)).toEqual([ofCara]);
    expect(await idsOf(shop, others.olga)).toEqual([others.ofOlga]);
    expect((await list(shop, cara)).counts).toEqual({
      admin: 0,
      accountant: 0,
      distributor: 0,
      school: 0,
      stockist: 0,
      customer: 1,
    });
  });

  // shows S6.10
  test("shows a level 3 no distributors", async ({ shop, others }) => {
    // As in imported history: the present rules place no distributor there.
    await shop.deps.db
      .insertInto("projection.member_path")
      .values({ ancestor_id: shop.people.cara, descendant_id: others.olga, depth: 1 })
      .execute();
    const seen = await idsOf(shop, shop.people.cara);
    await shop.deps.db
      .deleteFrom("projection.member_path")
      .where("ancestor_id", "=", shop.people.cara)
      .where("descendant_id", "=", others.olga)
      .execute();
    expect(seen).toEqual(sorted(others.ofOlga, others.ofCara));
  });

  // shows S6.7
  test("counts each role within the other filters, with schools apart", async ({
    shop,
    others,
  }) => {
    const { admin, skye, anna, ben, cara } = shop.people;
    const everybody = await list(shop, admin);
    expect(everybody.counts).toEqual({
      admin: 2,
      accountant: 0,
      distributor: 4,
      school: 1,
      stockist: 1,
      customer: 5,
    });
    expect(everybody.total).toBe(13);

    const schools = await list(shop, admin, { role: "school" });
    expect(schools).toMatchObject({ total: 1, counts: everybody.counts, rows: [{ id: skye }] });
    expect(await idsOf(shop, admin, { role: "distributor" })).toEqual(
      sorted(anna, ben, cara, others.olga),
    );
    expect(await idsOf(shop, admin, { level: 2 })).toEqual(sorted(ben, skye));
    expect(await idsOf(shop, admin, { role: "distributor", level: 2 })).toEqual([ben]);
  });

  // shows S3.15
  test("shows level and parent, and no store credit", async ({ shop }) => {
    const { rows } = await list(shop, shop.people.admin, { search: "sam@shop" });
    expect(rows).toEqual([
      {
        id: shop.people.sam,
        firstName: "Sam",
        lastName: "Person",
        email: "sam@shop.test",
        cell: null,
        role: "stockist",
        level: 4,
        active: true,
        verified: true,
        test: false,
        influencer: false,
        isDistributor: false,
        isStockist: true,
        isCustomer: false,
        isSchool: false,
        hasArea: false,
        parentId: shop.people.ben,
        parentName: "Ben Person",
        parent: shop.people.ben,
        code: "SAM",
        distributorCode: null,
        stockistCode: "SAM",
        area: null,
        distributorArea: null,
        company: null,
        stockistMargin: 25,
        lastSeenAt: null,
        credit: null,
        dateCreated: expect.stringMatching(/^\d{4}-.*Z$/),
        actions: ["edit", "copy-link", "move", "impersonate", "delete"] satisfies UserAction[],
      },
    ]);
    expect((await list(shop, shop.people.admin, { search: "kim@" })).rows).toMatchObject([
      { parentId: shop.people.ben, parentName: "Ben Person", role: "customer", level: null },
    ]);
  });

  // shows S3.16
  test("shows a developer the store credit as well", async ({ shop }) => {
    const { rows } = await list(shop, shop.people.dev, { search: "kim@shop.test" });
    expect(rows).toMatchObject([{ credit: 0 }]);
  });
});

describe("searching users", () => {
  test("finds by name, email, cell, company, code and id, case-insensitively", async ({
    shop,
    others,
  }) => {
    const { admin, kim, ben } = shop.people;
    const find = (search: string) => idsOf(shop, admin, { search });
    expect(await find("KIM PER")).toEqual([kim]);
    expect(await find("per  Kim")).toEqual([kim]);
    expect(await find("100% olga")).toEqual([others.olga]);
    expect(await find("im@shop")).toEqual([kim]);
    expect(await find("082 111 2222")).toEqual([others.ofOlga]);
    expect(await find("+2782111")).toEqual([others.ofOlga]);
    expect(await find("slash ltd")).toEqual([others.fresh]);
    expect(await find("olga_1")).toEqual([others.olga]);
    expect(await find(String(ben))).toContain(ben);
    expect(await find("nobody at all")).toEqual([]);
  });

  test("finds names however an apostrophe or an accent is typed", async ({ shop, others }) => {
    const { admin } = shop.people;
    const rename = (first_name: string, last_name: string) =>
      shop.deps.db
        .updateTable("account")
        .set({ first_name, last_name })
        .where("id", "=", others.olga)
        .execute();
    await rename("Zoë", "O’Brien-Wałęsa");
    for (const search of ["O'Brien", "o’brien", "OʼBRIEN", "Zoe", "zoë", "Zoe\u0308", "walesa"])
      expect(await idsOf(shop, admin, { search })).toEqual([others.olga]);
    expect(await idsOf(shop, admin, { search: "082.111.2222" })).toEqual([others.ofOlga]);
    await rename("Other", "Person");
  });

  // shows R47, T66
  test("matches special characters literally", async ({ shop, others }) => {
    const find = (search: string) => idsOf(shop, shop.people.admin, { search });
    expect(await find("%")).toEqual(sorted(others.olga, others.ofOlga));
    expect(await find("_")).toEqual(sorted(others.olga, others.ofCara));
    expect(await find("\\")).toEqual([others.fresh]);
    for (const search of [
      "' OR 1=1--",
      "(a+)+$".repeat(15),
      '{"__proto__":{"isAdmin":true}}',
      "%_%",
    ])
      expect(await find(search)).toEqual([]);
  });

  test("finds only users whom the viewer may see", async ({ shop, others }) => {
    expect(await idsOf(shop, shop.people.anna, { search: "else.test" })).toEqual(
      sorted(others.ofCara, others.fresh),
    );
    expect(await idsOf(shop, shop.people.anna, { search: String(others.olga) })).not.toContain(
      others.olga,
    );
  });

  test.each([
    { sort: { by: "name; drop table account", direction: "asc" } },
    { sort: { by: "name", direction: "asc, (select 1)" } },
    { role: "ROLE_ADMIN" },
    { level: 4 },
    { page: 0 },
    { pageSize: 100_000 },
    { search: { $gt: "" } },
  ])("refuses %j", (hostile) => {
    expect(listUsersSchema.safeParse(hostile).success).toBe(false);
  });
});

describe("sorting and paging", () => {
  const directions = ["asc", "desc"] as const;

  test.for(["id", "name", "email", "created", "lastSeen"] as const)(
    "by %s gives every person once, backwards as well",
    async (by, { shop, others, superuser }) => {
      await superuser
        .updateTable("account")
        .set({ last_seen_at: new Date().toISOString() })
        .where("id", "in", [others.olga, shop.people.kim])
        .execute();
      const everybody = await idsOf(shop, shop.people.admin);
      const pages = async (direction: (typeof directions)[number]) => {
        const ids: number[] = [];
        for (let page = 1; page <= Math.ceil(everybody.length / 4); page++) {
          const asked = { page, pageSize: 4, sort: { by, direction } };
          const { rows, total } = await list(shop, shop.people.admin, asked);
          expect(total).toBe(everybody.length);
          ids.push(...rows.map(({ id }) => id));
        }
        return ids;
      };
      const [up, down] = [await pages("asc"), await pages("desc")];
      expect(up.toSorted((one, other) => one - other)).toEqual(everybody);
      expect(down).toEqual(up.toReversed());
    },
  );

  test("sorts by last sign-in, and users who never signed in last", async ({ shop, others }) => {
    const { rows } = await list(shop, shop.people.admin, {
      sort: { by: "lastSeen", direction: "desc" },
    });
    expect(
      rows
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual(sorted(shop.people.kim, others.olga));
    expect(rows.at(-1)?.lastSeenAt).toBe(null);
  });

  test("returns no rows beyond the last page", async ({ shop }) => {
    const { rows, total } = await list(shop, shop.people.admin, { page: 1_000_000 });
    expect(rows).toEqual([]);
    expect(total).toBeGreaterThan(10);
  });
});

describe("one user", () => {
  test("is visible to the office, and to viewers who have them in their list", async ({
    shop,
    others,
  }) => {
    const { admin, anna, cara, sam } = shop.people;
    for (const viewer of [admin, anna])
      expect(await (await shop.as(viewer)).users.byId({ id: sam })).toMatchObject({
        id: sam,
        stockistMargin: 25,
        distributorPercent: 10,
        stockistVAT: null,
        margin: null,
      });
    for (const [viewer, id] of [
      [anna, others.ofOlga],
      [anna, admin],
      [anna, others.gone],
      [cara, sam],
      [others.olga, shop.people.kim],
      [anna, 999_999],
    ] as const)
      await expect((await shop.as(viewer)).users.byId({ id })).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: "We could not find that user.",
      });
  });

  test("is found by email for a viewer who may convert them", async ({ shop }) => {
    const { admin, anna, cara, sam, kim } = shop.people;
    const find = async (viewer: number, email: string) =>
      (await shop.as(viewer)).users.byEmail({ email });

    expect(await find(admin, "KIM@shop.test")).toEqual({
      canConvert: true,
      canInvite: false,
      id: kim,
      fullName: "Kim Person",
      role: "customer",
    });
    expect(await find(anna, "kim@shop.test")).toMatchObject({ canConvert: true, id: kim });
    expect(await find(cara, "lone@shop.test")).toEqual({
      canConvert: false,
      canInvite: true,
      id: null,
      fullName: null,
      role: null,
    });
    expect(await find(admin, "sam@shop.test")).toMatchObject({ canConvert: false, id: sam });
    expect(await find(admin, "nobody@shop.test")).toBe(null);
    expect(await find(anna, "nobody@shop.test")).toBe(null);
    // Only that the email is in use.
    for (const email of ["olga@else.test", "admin@shop.test", "sam@shop.test", "gone@else.test"])
      expect(await find(cara, email)).toEqual({
        canConvert: false,
        canInvite: false,
        id: null,
        fullName: null,
        role: null,
      });
  });
});

test("the list is refused to users who recruit no one", async ({ shop }) => {
  for (const person of [shop.people.sam, shop.people.kim])
    await expect(list(shop, person)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect((await shop.as(null)).users.list({})).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
});

describe("one user", () => {
  test("has the fields of the specification, the money for the office alone", async ({ shop }) => {
    const { admin, anna, ben, sam } = shop.people;
    const ofBen = await (await shop.as(admin)).users.byId({ id: ben });
    expect(ofBen).toMatchObject({
      isDistributor: true,
      isStockist: false,
      isCustomer: false,
      isSchool: false,
      sales: 0,
      referredBy: null,
      payoutRequests: [],
    });
    expect(await (await shop.as(admin)).users.byId({ id: sam })).toMatchObject({
      isDistributor: false,
      isStockist: true,
    });
    const { area } = ofBen;
    expect(ofBen.hasArea).toBe(area !== null && area !== "");
    expect((await (await shop.as(anna)).users.byId({ id: ben })).payoutRequests).toBeNull();
  });
});

describe("a role with more than a thousand users", () => {
  test("is counted to a thousand, or to the end of the page, and its list is capped", async ({
    shop,
    superuser,
  }) => {
    const { admin } = shop.people;
    const before = await list(shop, admin);
    await sql`
      insert into account (email, first_name, last_name, role, verified)
      select 'many' || number || '@else.test', 'Zz', 'Many', 'customer', true
      from generate_series(1, 1020) number`.execute(superuser);

    const first = await list(shop, admin);
    expect(first).toMatchObject({
      total: 1000,
      isCapped: true,
      counts: { ...before.counts, customer: 1000 },
      cappedRoles: ["customer"],
    });
    const { counts, total, isCapped } = await list(shop, admin, { role: "admin" });
    expect({ counts, total, isCapped }).toEqual({
      counts: first.counts,
      total: before.counts.admin,
      isCapped: false,
    });

    const all = before.total + 1020;
    const lastPage = Math.ceil(all / 20);
    const middle = await list(shop, admin, { page: lastPage - 1, pageSize: 20 });
    expect(middle).toMatchObject({ total: 20 * (lastPage - 1), isCapped: true });
    const last = await list(shop, admin, { page: lastPage, pageSize: 20 });
    expect(last).toMatchObject({ total: all, isCapped: false, counts: first.counts });
    expect(last.rows).toHaveLength(all - 20 * (lastPage - 1));
    const beyond = await list(shop, admin, { page: lastPage + 1, pageSize: 20 });
    expect(beyond).toMatchObject({ rows: [], total: all, isCapped: false });

    // A search and the deleted users are counted to the end.
    const found = await list(shop, admin, { search: "many" });
    expect(found).toMatchObject({ total: 1020, isCapped: false, cappedRoles: [] });
    await superuser.deleteFrom("account").where("first_name", "=", "Zz").execute();
  });
});

describe("the owner of an email", () => {
  // shows T351
  test("is found by email thirty times in an hour, many at once too, but by the office", async ({
    shop,
  }) => {
    const { admin, anna, ben, cara } = shop.people;
    await shop.deps.db.deleteFrom("rate_limit").execute();
    const find = async (viewer: number, email: string) =>
      (await shop.as(viewer)).users.byEmail({ email });
    const emails = Array.from({ length: 40 }, (_, nth) => `nobody-${nth}@body.test`);
    const answers = await Promise.allSettled(emails.map((email) => find(cara, email)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
    for (const email of ["lone@shop.test", "nobody@shop.test"])
      await expect(find(cara, email)).rejects.toMatchObject({
        cause: { code: "access.too-many-tries" },
      });
    expect(await find(ben, "nobody@shop.test")).toBe(null);
    expect(await find(anna, "nobody@shop.test")).toBe(null);
    for (const email of emails) expect(await find(admin, email)).toBe(null);
    await shop.deps.db.deleteFrom("rate_limit").execute();
  });
});

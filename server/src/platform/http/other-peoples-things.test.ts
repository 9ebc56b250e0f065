import { randomUUID } from "node:crypto";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { TRPCError } from "@trpc/server";
import { describe, expect } from "vitest";
import { insertAccount } from "../../testing/insert-account.ts";
import { changeNetwork } from "../../testing/shop-people.ts";
import { aBusyShop, type BusyShop } from "../../testing/busy-shop.ts";
import { aRecipient, products, type TestShop, test as shopTest } from "../../testing/shop-test.ts";
import { tableContents } from "../../testing/table-contents.ts";

type Api = Awaited<ReturnType<TestShop["as"]>>;
type World = Readonly<{ ids: Readonly<Record<string, number | null>>; busy: BusyShop }>;
type Ids = (name: string) => number;
type Case = Readonly<{
  what: string;
  call: (api: Api, id: Ids, busy: BusyShop) => Promise<unknown>;
  open: readonly string[];
}>;

const office = ["admin", "dev"];
/** Nobody is told more than that there is no such thing, or that it is not theirs to ask. */
const closed = [
  "access.sign-in-required",
  "access.forbidden",
  "account.unknown",
  "network.unknown-member",
  "order.unknown",
  "order.unknown-address",
];

const test = shopTest.extend("world", { scope: "file" }, async ({ shop }): Promise<World> => {
  const { deps, people } = shop;
  const person = { passwordHash: "", firstName: "Otto", lastName: "Person" };
  const otto = await insertAccount(deps.db, {
    ...person,
    role: "distributor",
    email: "otto@shop.test",
  });
  await changeNetwork(deps, {
    type: "EnrolDistributor",
    userId: otto,
    level: 1,
    parentId: null,
    code: "OTTO",
  });
  const ottos = await insertAccount(deps.db, {
    ...person,
    role: "customer",
    email: "his@shop.test",
    parentId: otto,
  });
  return { ids: { guest: null, ...people, otto, ottos }, busy: await aBusyShop(shop) };
});

const reads: readonly Case[] = [
  seeing("kim", ["anna", "ben"]),
  seeing("sam", ["anna", "ben"]),
  seeing("cara", ["anna", "ben"]),
  seeing("skye", ["anna"]),
  seeing("anna", []),
  seeing("lone", []),
  seeing("admin", []),
  seeing("otto", []),
  seeing("ottos", ["otto"]),
  {
    what: "the tree of Ben",
    call: (api, id) => api.network.tree({ of: id("ben") }),
    open: ["ben"],
  },
  {
    what: "the nodes below Ben",
    call: (api, id) => api.network.tree({ under: String(id("ben")) }),
    open: ["anna", "ben"],
  },
  {
    what: "what each level brings to Ben",
    call: (api, id) => api.network.levels({ of: id("ben") }),
    open: ["ben"],
  },
  {
    what: "changes below Ben",
    call: (api, id) => api.network.activity({ of: id("ben") }),
    open: ["anna", "ben"],
  },
  {
    what: "the percentages of Sam",
    call: (api, id) => api.network.termsHistory({ userId: id("sam") }),
    open: ["anna", "ben"],
  },
  {
    what: "what an uplift of Skye would bring",
    call: (api, id) => api.network.preview({ change: "uplift", userId: id("skye") }),
    open: [],
  },
  {
    what: "the bank details of Ben",
    call: (api, id) => api.bankDetails.getForAdmin({ userId: id("ben") }),
    open: [],
  },
  {
    what: "the tax number of Ben",
    call: (api, id) => api.taxDetails.ofUser({ userId: id("ben") }),
    open: [],
  },
  {
    what: "the tax that is withheld of Ben",
    call: (api, id) => api.withholding.rates({ userId: id("ben") }),
    open: [],
  },
  {
    what: "what a payout is made of",
    call: (api, _id, { payoutId }) => api.payouts.breakdown({ id: payoutId }),
    open: [],
  },
  {
    what: "a mail to somebody",
    call: (api, _id, { messageId }) => api.system.sentEmail({ id: messageId }),
    open: [],
  },
];

function seeing(name: string, open: readonly string[]): Case {
  return {
    what: `the account of ${name}`,
    call: (api, id) => api.users.byId({ id: id(name) }),
    open,
  };
}

const stockist = { companyAddress: "1 Road", vatNo: "4123456789", stockistMargin: 25 };
const newcomer = {
  firstName: "New",
  lastName: "Body",
  email: "new@shop.test",
  cellNumber: "082 123 4567",
};

/** Nobody may who is not named; and whoever is named is not asked, since it would be done. */
const writes: readonly (Case & { office?: false })[] = [
  {
    what: "cancel the order of Kim",
    call: (api, _id, { order }) =>
      api.orders.cancel({ commandId: randomUUID(), uuid: order.uuid, reason: "" }),
    open: ["kim"],
  },
  {
    what: "pay the order of Kim with credit",
    call: (api, _id, { order }) =>
      api.orders.payWithCredit({ commandId: randomUUID(), uuid: order.uuid }),
    open: ["kim"],
    office: false,
  },
  {
    what: "order to the recipient of Kim",
    call: (api, _id, { addressId }) =>
      api.orders.save({
        commandId: randomUUID(),
        uniqueId: randomUUID(),
        sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }],
      }),
    open: ["kim"],
    office: false,
  },
  {
    what: "change the recipient of Kim",
    call: (api, _id, { addressId }) =>
      api.addresses.save({ ...aRecipient, id: addressId, uniqueId: randomUUID() }),
    open: ["kim"],
    office: false,
  },
  {
    what: "delete the recipient of Kim",
    call: (api, _id, { addressId }) => api.addresses.delete({ id: addressId }),
    open: ["kim"],
    office: false,
  },
  {
    what: "make the customer of Otto a stockist",
    call: (api, id) =>
      api.users.convertToStockist({
        commandId: randomUUID(),
        customerId: id("ottos"),
        parentId: null,
        ...stockist,
      }),
    open: ["otto"],
  },
  {
    what: "place a stockist under Otto",
    call: (api, id) =>
      api.users.create({
        commandId: randomUUID(),
        role: "stockist",
        parentId: id("otto"),
        ...newcomer,
        ...stockist,
      }),
    open: ["otto"],
  },
  {
    what: "place a stockist under Anna",
    call: (api, id) =>
      api.users.create({
        commandId: randomUUID(),
        role: "stockist",
        parentId: id("anna"),
        ...newcomer,
        ...stockist,
      }),
    open: ["anna"],
  },
  {
    what: "send the customer of Otto a registration",
    call: (api, id) => api.users.resendOptIn({ id: id("ottos") }),
    open: ["otto"],
  },
];

describe("data of a user", () => {
  // shows R19, T26
  test.for(reads)("is shown to permitted callers only: $what", async (tried, { shop, world }) => {
    for (const [name, id] of Object.entries(world.ids)) {
      const refusal = await refusalOf(tried, await shop.as(id), world);
      const isOpen = [...office, ...tried.open].includes(name);
      expect(isOpen ? [null] : closed, name).toContain(refusal);
    }
  });

  test.for(writes)(
    "is not changed by other users: $what",
    async (tried, { shop, world, superuser }) => {
      const open = [...(tried.office === false ? [] : office), ...tried.open];
      const before = await tableContents(superuser);
      const others = Object.entries(world.ids).filter(([name]) => !open.includes(name));
      for (const [name, id] of others)
        expect(closed, name).toContain(await refusalOf(tried, await shop.as(id), world));
      // Refused calls count in the limits.
      const { "public.rate_limit": _limits, ...after } = await tableContents(superuser);
      const { "public.rate_limit": _former, ...same } = before;
      expect(after).toEqual(same);
    },
  );

  // shows R19, T26
  test("is not in the lists of other users", async ({ shop, world }) => {
    const { otto, ottos } = world.ids;
    const { order } = world.busy;
    const ben = await shop.as(shop.people.ben);
    const seen = JSON.stringify([
      await ben.users.list({ pageSize: 100 }),
      await ben.users.list({ pageSize: 100, search: "otto" }),
      await ben.users.targets({ purpose: "new-stockist" }),
      await ben.network.tree({ search: "otto" }),
      await ben.network.activity({ pageSize: 100 }),
    ]);
    expect(seen).not.toMatch(/otto/i);
    expect(seen).not.toMatch(new RegExp(`"(id|userId)":"?(${otto}|${ottos})\\b`));
    expect(await ben.users.byEmail({ email: "otto@shop.test" })).toEqual({
      canConvert: false,
      canInvite: false,
      id: null,
      fullName: null,
      role: null,
    });

    for (const name of ["lone", "ben", "admin"] as const) {
      const api = await shop.as(shop.people[name]);
      expect(JSON.stringify(await api.orders.mine({}))).not.toContain(order.uuid);
      expect(await api.orders.creditFor({ uuid: order.uuid })).toBeNull();
      expect(JSON.stringify(await api.auth.sessions())).not.toContain(world.busy.sessionHandle);
    }
    const cara = await shop.as(shop.people.cara);
    expect(await cara.wallet.entries({})).toMatchObject({ total: 0 });
  });

  // shows R19, T26
  test("cannot have its sessions ended by other users", async ({ shop, world, superuser }) => {
    const handle = world.busy.sessionHandle;
    const before = await tableContents(superuser);
    for (const name of ["lone", "ben", "admin"] as const) {
      const api = await shop.as(shop.people[name]);
      expect(await api.auth.endSession({ handle })).toEqual({ ended: false });
    }
    expect(await tableContents(superuser)).toEqual(before);
    const kim = await shop.as(shop.people.kim);
    expect(await kim.auth.endSession({ handle })).toEqual({ ended: true });
  });

  /** Otherwise a slip in what is asked for would look like a refusal. */
  test.for([
    ["place a stockist under Otto", "otto"],
    ["make the customer of Otto a stockist", "otto"],
    ["order to the recipient of Kim", "kim"],
    ["cancel the order of Kim", "kim"],
    ["change the recipient of Kim", "kim"],
  ] as const)("is theirs to change: %s", async ([what, name], { shop, world }) => {
    const tried = writes.find((one) => one.what === what);
    const api = await shop.as(world.ids[name] ?? null);
    expect(tried && (await refusalOf(tried, api, world))).toBeNull();
  });
});

async function refusalOf({ call }: Case, api: Api, world: World): Promise<string | null> {
  try {
    await call(api, (name) => world.ids[name] ?? 0, world.busy);
    return null;
  } catch (error) {
    if (error instanceof TRPCError && error.cause instanceof DomainError) return error.cause.code;
    throw error;
  }
}

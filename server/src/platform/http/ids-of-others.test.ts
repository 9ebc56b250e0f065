import { randomUUID } from "node:crypto";
import { DomainError, domainErrors } from "@portal/shared/platform/domain-error.ts";
import {
  mayCall,
  type Procedure,
  permissions,
  rowOf,
} from "@portal/shared/platform/permissions.ts";
import { restPermissions } from "@portal/shared/platform/rest-permissions.ts";
import { TRPCError } from "@trpc/server";
import { describe, expect } from "vitest";
import { z } from "zod";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { someBankDetails } from "../../testing/busy-shop.ts";
import { insertAccount } from "../../testing/insert-account.ts";
import { changeNetwork } from "../../testing/shop-people.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
  test as shopTest,
} from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { tableContents } from "../../testing/table-contents.ts";
import { appRouter } from "../../app-router.ts";

type Api = Awaited<ReturnType<TestShop["as"]>>;

/** What belongs to Otto, whom none of the callers stands above, and the same of nobody. */
type Things = Readonly<{
  member: number;
  customer: number;
  stockist: number;
  order: string;
  orderNumber: number;
  address: number;
  entry: Readonly<{ position: number; entryNo: number }>;
  /** Paid, with a tax invoice. */
  payout: string;
  session: string;
  factor: string;
}>;

const nobodys: Things = {
  member: 999_997,
  customer: 999_998,
  stockist: 999_999,
  order: randomUUID(),
  orderNumber: 999_999_999,
  address: 999_999,
  entry: { position: 999_999, entryNo: 1 },
  payout: randomUUID(),
  session: randomUUID(),
  factor: randomUUID(),
};

const test = shopTest.extend("ottos", { scope: "file" }, async ({ shop }): Promise<Things> => {
  const { deps } = shop;
  const person = { passwordHash: "", firstName: "Otto", lastName: "Person" };
  const account = (
    name: string,
    role: "distributor" | "customer" | "stockist",
    parentId?: number,
  ) =>
    insertAccount(deps.db, {
      ...person,
      role,
      email: `${name}@shop.test`,
      ...(parentId !== undefined && { parentId }),
    });
  const member = await account("otto", "distributor");
  await changeNetwork(deps, {
    type: "EnrolDistributor",
    userId: member,
    level: 1,
    parentId: null,
    code: "OTTO",
  });
  const office = await shop.as(shop.people.admin);
  const { id: stockist } = await office.users.create({
    commandId: randomUUID(),
    role: "stockist",
    email: "his@shop.test",
    parentId: member,
    firstName: "His",
    lastName: "Stockist",
    cellNumber: "082 123 4567",
    stockistMargin: 20,
    companyAddress: "1 Road",
    vatNo: "4123456789",
  });
  const customer = await account("ottos", "customer", member);
  const buyer = await shop.as(customer);
  const { id: address } = await buyer.addresses.save(aRecipient);
  const lines = [{ productId: products.bottle, quantity: 1 }];
  const { uuid: order, orderNumber } = await buyer.orders.save({
    commandId: randomUUID(),
    sections: [{ addressId: address, lines }],
  });
  const sold = await aGuestOrder(shop, "OTTO");
  await payByBank(shop, sold.uuid, sold.total);
  const { rows } = await (await shop.as(member)).wallet.entries({});
  const [entry] = rows;
  if (!entry) throw new Error("Otto earned nothing");
  await deps.sessions.start({ userId: member, device: "Phone", withPassword: true });
  const [session] = await deps.sessions.list(member);
  if (!session) throw new Error("Otto is not signed in");
  const factor = randomUUID();
  await deps.db
    .insertInto("factor")
    .values({
      id: factor,
      user_id: member,
      kind: "one-time-code",
      name: "Phone",
      made_at: deps.now(),
      secret: Buffer.alloc(40),
      last_step: 0,
    })
    .execute();
  return {
    member,
    customer,
    stockist,
    order,
    orderNumber,
    address,
    entry: { position: entry.position, entryNo: entry.entryNo },
    payout: await aSelfBilledPayout(shop, member),
    session: session.handle,
    factor,
  };
});

async function aSelfBilledPayout(shop: TestShop, userId: number): Promise<string> {
  const own = await shop.as(userId);
  await own.bankDetails.save(someBankDetails);
  await own.taxDetails.save({ kind: "za-tax", number: "0001339050", vatNumber: "4123456789" });
  const office = await shop.as(shop.people.admin);
  const agreement = { agreedOn: shopDay(), name: "Otto", address: "1 Road" };
  await office.taxDetails.saveSelfBilling({ userId, ...agreement });
  const { payoutId: id } = await own.wallet.requestPayout({ commandId: randomUUID() });
  const paid = { paidOn: shopDay(), confirmHold: true };
  await office.payouts.markAsPaid({ commandId: randomUUID(), id, ...paid });
  const wrong = { reason: "wrong-payout" } as const;
  await office.payouts.creditTaxInvoice({ commandId: randomUUID(), id, ...wrong });
  return id;
}

/** Everybody whom the office is not, and Otto neither. */
const callers = ["guest", "kim", "lone", "sam", "cara", "skye", "ben", "anna"] as const;

const business = { companyAddress: "1 Road", vatNo: "4123456789" };
const newcomer = () => ({
  firstName: "New",
  lastName: "Body",
  cellNumber: "082 123 4567",
  email: `${randomUUID()}@new.test`,
  commandId: randomUUID(),
});
const basket = (addressId: number) => [
  { addressId, lines: [{ productId: products.bottle, quantity: 1 }] },
];

/** Each field that names something of somebody, of each procedure that is not for the office alone, and a call with it. */
type Call = (api: Api, of: Things, people: TestShop["people"]) => Promise<unknown>;
const named: Readonly<Record<string, Call>> = {
  "addresses.save id": (api, { address }) =>
    api.addresses.save({ ...aRecipient, id: address, uniqueId: guestsOwn }),
  "addresses.delete id": (api, { address }) =>
    api.addresses.delete({ id: address, uniqueId: guestsOwn }),
  "auth.endSession handle": (api, { session }) => api.auth.endSession({ handle: session }),
  "factors.remove id": (api, { factor }) => api.factors.remove({ id: factor }),
  "courier.requestQuote sections.addressId": (api, { address }) =>
    api.courier.requestQuote({ sections: basket(address), uniqueId: guestsOwn }),
  "network.activity of": (api, { member }) => api.network.activity({ of: member }),
  "network.levels of": (api, { member }) => api.network.levels({ of: member }),
  "network.preview parentId": (api, { member }, { kim }) =>
    api.network.preview({ change: "convert-to-distributor", userId: kim, parentId: member }),
  "network.preview userId": (api, { customer }) =>
    api.network.preview({ change: "convert-to-distributor", userId: customer, parentId: null }),
  "network.termsHistory userId": (api, { stockist }) =>
    api.network.termsHistory({ userId: stockist }),
  "network.tree of": (api, { member }) => api.network.tree({ of: member }),
  "network.tree under": (api, { member }) => api.network.tree({ under: String(member) }),
  "orders.cancel uuid": (api, { order }) =>
    api.orders.cancel({ commandId: randomUUID(), uuid: order, reason: "" }),
  "orders.creditFor uuid": (api, { order }) => api.orders.creditFor({ uuid: order }),
  "orders.payWithCredit uuid": (api, { order }) =>
    api.orders.payWithCredit({ commandId: randomUUID(), uuid: order }),
  "orders.save sections.addressId": (api, { address }) =>
    api.orders.save({
      commandId: randomUUID(),
      uniqueId: guestsOwn,
      sections: basket(address),
    }),
  "statements.months memberId": (api, { member }) => api.statements.months({ memberId: member }),
  "users.byId id": (api, { customer }) => api.users.byId({ id: customer }),
  "users.convertToDistributor customerId": (api, { customer }) =>
    api.users.convertToDistributor({ commandId: randomUUID(), customerId: customer }),
  "users.convertToDistributor parentId": (api, { member }, { kim }) =>
    api.users.convertToDistributor({
      commandId: randomUUID(),
      customerId: kim,
      parentId: member,
    }),
  "users.convertToStockist customerId": (api, { customer }) =>
    api.users.convertToStockist({
      commandId: randomUUID(),
      customerId: customer,
      stockistMargin: 25,
      ...business,
    }),
  "users.convertToStockist parentId": (api, { member }, { kim }) =>
    api.users.convertToStockist({
      commandId: randomUUID(),
      customerId: kim,
      parentId: member,
      stockistMargin: 25,
      ...business,
    }),
  "users.create parentId": (api, { member }) =>
    api.users.create({ ...newcomer(), role: "stockist", parentId: member, ...terms }),
  "users.invite parentId": (api, { member }) =>
    api.users.invite({
      commandId: randomUUID(),
      email: "lone@shop.test",
      role: "stockist",
      parentId: member,
    }),
  "users.list id": (api, { customer }) => api.users.list({ id: customer }),
  "users.resendOptIn id": (api, { stockist }) => api.users.resendOptIn({ id: stockist }),
  "users.targets userId": (api, { customer }) =>
    api.users.targets({ purpose: "convert-to-stockist", userId: customer }),
  "wallet.askAboutEntry entryNo": (api, { entry }) =>
    api.wallet.askAboutEntry({ commandId: randomUUID(), ...entry, question: "Why?" }),
  "wallet.askAboutEntry position": (api, { entry }) =>
    api.wallet.askAboutEntry({ commandId: randomUUID(), ...entry, question: "Why?" }),
  "wallet.entries memberId": (api, { member }) => api.wallet.entries({ memberId: member }),
  "wallet.mine memberId": (api, { member }) => api.wallet.mine({ memberId: member }),
  "wallet.payouts memberId": (api, { member }) =>
    api.wallet.payouts({ memberId: member, page: 1, pageSize: 5 }),
  "wallet.statement memberId": (api, { member }) =>
    api.wallet.statement({ memberId: member, month: "2026-01" }),
  "wallet.stockistCard userId": (api, { stockist }) =>
    api.wallet.stockistCard({ userId: stockist }),
};

const { entry: _entry, ...asLegacy } = aRecipient;
const guestsOwn = randomUUID();
const terms = { stockistMargin: 25, ...business };

/** Fields that look like ids and name nothing of somebody's. */
const ownSecret = new Set([
  // What only this browser holds, or a mail holds: whoever has it may.
  "addresses.delete uniqueId",
  "addresses.list uniqueId",
  "addresses.save uniqueId",
  "orders.save uniqueId",
  "orders.detail uniqueId",
  "courier.requestQuote uniqueId",
  "auth.signUp1 uniqueId",
  "auth.login requestId",
  "auth.signUp2 uuid",
  "auth.getCustomerByUUID uuid",
  "auth.confirmEmail uuid",
  "auth.undoContactChange uuid",
  "proposals.byLink token",
  "proposals.declineByLink token",
  "owed.stopReminders token",
  "auth.comeBack uuid",
  "factors.openLink uuid",
  "factors.proposeNew uuid",
  // Passkeys: found among the caller's own only.
  "factors.addPasskey passkey.id",
  "factors.addPasskey passkey.rawId",
  "factors.addPasskey passkey.response.publicKeyAlgorithm",
  "factors.pass passkey.id",
  "factors.pass passkey.rawId",
  "users.invitation uuid",
  "users.acceptInvitation uuid",
  "users.declineInvitation uuid",
  // The public handle of an order: it opens the payment page and nothing else of a person's data.
  "orders.byUuid uuid",
  "orders.checkPaid uuid",
  "orders.paymentForm uuid",
  "orders.mailEftDetails uuid",
  "orders.detail uuid",
]);
/** Everybody's: products, places and files, where whoever may call it may have any of them. */
/** Without what every call changes: the last time a session was seen, and the counts of limits, in which refused calls count. */
function untouched({
  "public.session": _session,
  "public.rate_limit": _limits,
  ...rest
}: Record<string, string>) {
  return rest;
}

const public_ = new Set([
  "catalog.quote sections.lines.productId",
  "orders.save sections.lines.productId",
  "products.tellWhenBack productId",
  "courier.requestQuote sections.lines.productId",
  "addresses.save placeId",
  "uploads.logAccess id",
  "events.live lastEventId",
  // Compared with the caller alone.
  "orders.save madeBy",
  // Advertisements.
  "orders.save gclid",
  "orders.save fbclid",
  // A filter of one's own list.
  "wallet.entries orderNumber",
]);
/** Numbers that count or measure, wherever they stand. */
const measures = new Set([
  "withholdingBps",
  "page",
  "pageSize",
  "quantity",
  "amount",
  "commission",
  "latitude",
  "longitude",
  "level",
  "depth",
  "expectedTotal",
  "stockistMargin",
  "distributorPercent",
  "stockistVAT",
]);

const ofOffice: readonly unknown[] = ["admin", "accountant", "developer"];
const forOfficeAlone = (procedure: string) => {
  const who = rowOf(procedure)?.who;
  return typeof who === "object" && who.every((one) => ofOffice.includes(one));
};

describe("foreign ids", () => {
  // shows R19, T38
  test("are tested for every procedure that takes one", () => {
    const fields = Object.entries(inputsOfProcedures())
      .filter(([procedure]) => !forOfficeAlone(procedure))
      .flatMap(([procedure, names]) => names.map((name) => `${procedure} ${name}`))
      .filter((field) => !ownSecret.has(field) && !public_.has(field));
    expect(fields.toSorted()).toEqual(Object.keys(named).toSorted());
  });

  test.for(Object.entries(named))(
    "are treated as unknown: %s",
    async ([field, call], { shop, ottos, superuser }) => {
      const procedure = procedureOf(field);
      const before = await tableContents(superuser);
      for (const caller of callers) {
        const id = caller === "guest" ? null : shop.people[caller];
        const user = id === null ? null : await findSignedInUser(shop.deps.db, id);
        const api = await shop.as(id);
        const [theirs, none] = [
          await outcomeOf(() => call(api, ottos, shop.people)),
          await outcomeOf(() => call(api, nobodys, shop.people)),
        ];
        expect(theirs, caller).toEqual(none);
        const statuses = mayCall(procedure, user)
          ? ["NOT_FOUND", "OK"]
          : ["UNAUTHORIZED", "FORBIDDEN"];
        expect(statuses, caller).toContain(theirs.status);
      }
      expect(untouched(await tableContents(superuser))).toEqual(untouched(before));
    },
  );

  /** Otherwise a slip in what is asked for would look like a refusal. */
  test.for([
    ["orders.creditFor uuid", "customer"],
    ["addresses.save id", "customer"],
    ["orders.cancel uuid", "customer"],
    ["network.levels of", "member"],
    ["network.tree under", "member"],
    ["network.termsHistory userId", "member"],
    ["statements.months memberId", "member"],
    ["users.byId id", "member"],
    ["users.create parentId", "member"],
    ["wallet.stockistCard userId", "member"],
    ["wallet.askAboutEntry position", "member"],
    ["users.convertToStockist customerId", "member"],
  ] as const)("are their owner's: %s", async ([field, owner], { shop, ottos }) => {
    const api = await shop.as(ottos[owner]);
    const { status } = await outcomeOf(async () => named[field]?.(api, ottos, shop.people));
    expect(status).toBe("OK");
  });
});

/** Each path with something in it that names a thing, and which is not for the office alone, as somebody else would ask it. */
const paths: Readonly<Record<string, (of: Things) => string>> = {
  "GET /payouts/:id/tax-invoice.pdf": ({ payout }) => `/payouts/${payout}/tax-invoice.pdf`,
  "GET /payouts/:id/tax-credit-note.pdf": ({ payout }) => `/payouts/${payout}/tax-credit-note.pdf`,
  "GET /statements/:memberId/:month/statement.pdf": ({ member }) =>
    `/statements/${member}/2026-01/statement.pdf`,
  "GET /statements/:memberId/:month/statement.json": ({ member }) =>
    `/statements/${member}/2026-01/statement.json`,
  "GET /statements/:memberId/tax/:year/tax-pack.pdf": ({ member }) =>
    `/statements/${member}/tax/2026/tax-pack.pdf`,
  "GET /statements/:memberId/tax/:year/tax-pack.csv": ({ member }) =>
    `/statements/${member}/tax/2026/tax-pack.csv`,
  "POST /api/purchase/pay-with-credit": ({ order }) =>
    `/api/purchase/pay-with-credit?orderId=${order}`,
  "POST /api/purchase/cancel/:orderId": ({ order }) => `/api/purchase/cancel/${order}`,
  "POST /api/the-courier-guy/update-quote": ({ order }) =>
    `/api/the-courier-guy/update-quote?orderId=${order}`,
  "POST /api/uk-courier/update-quote": ({ order }) =>
    `/api/uk-courier/update-quote?orderId=${order}`,
  "GET /api/:entity/fetch/:id": ({ address }) => `/api/address/fetch/${address}`,
  "POST /api/:entity/save/:id": ({ address }) => `/api/address/save/${address}`,
  "DELETE /api/:entity/:id": ({ address }) => `/api/address/${address}`,
};

/** The same by the numbers of orders, which anybody can count up. */
const byNumber: typeof paths = {
  "POST /api/purchase/pay-with-credit": ({ orderNumber }) =>
    `/api/purchase/pay-with-credit?orderId=${orderNumber}`,
  "POST /api/purchase/cancel/:orderId": ({ orderNumber }) => `/api/purchase/cancel/${orderNumber}`,
  "POST /api/the-courier-guy/update-quote": ({ orderNumber }) =>
    `/api/the-courier-guy/update-quote?orderId=${orderNumber}`,
  "POST /api/uk-courier/update-quote": ({ orderNumber }) =>
    `/api/uk-courier/update-quote?orderId=${orderNumber}`,
};

/** Open to whoever has the address: the handle of an order, a code, a product, the secret of a link in an email, pictures and files of everybody, the stand-ins. */
const openPaths =
  /^GET \/(orders\/:uuid|via\/|products\/|resources\/)|\/payment-reminders\/|\/sandbox\/|\/v1\/|^GET \/\*$|^GET \/api\/docs/;

describe("URLs with foreign ids", () => {
  test("are tested for every route that takes one", () => {
    const taking = Object.entries(restPermissions)
      .filter(([name]) => /:|pay-with-credit$|update-quote$/.test(name))
      .filter(([name]) => !openPaths.test(name))
      .filter(
        ([, allowed]) => !Array.isArray(allowed) || !allowed.every((who) => ofOffice.includes(who)),
      )
      .map(([name]) => name);
    expect(taking.toSorted()).toEqual(Object.keys(paths).toSorted());
  });

  // shows T284
  test.for([...Object.entries(paths), ...Object.entries(byNumber)])(
    "are treated as unknown: %s",
    async ([name, path], { shop, ottos, superuser }) => {
      const { sessions } = shop.deps;
      const tokens = new Map<string, string | null>();
      for (const caller of callers) {
        const userId = caller === "guest" ? null : shop.people[caller];
        const started =
          userId && (await sessions.start({ userId, device: "", withPassword: true }));
        tokens.set(caller, started ? started.token : null);
      }
      const before = await tableContents(superuser);
      for (const [caller, token] of tokens) {
        const ask = async (of: Things) => {
          const [method] = z
            .tuple([z.enum(["GET", "POST", "DELETE"])])
            .rest(z.string())
            .parse(name.split(" "));
          const response = await shop.app.inject({
            method,
            url: path(of),
            ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
            ...(name.includes("save") && { payload: { ...asLegacy, uniqueId: guestsOwn } }),
            ...(name.includes("quote") && { payload: {} }),
          });
          return { status: response.statusCode, error: response.json<{ error?: string }>().error };
        };
        const [theirs, none] = [await ask(ottos), await ask(nobodys)];
        expect(theirs, caller).toEqual(none);
        expect([401, 403, 404], caller).toContain(theirs.status);
      }
      expect(untouched(await tableContents(superuser))).toEqual(untouched(before));
    },
  );
});

type Outcome = Readonly<{ status: string; told: unknown }>;

async function outcomeOf(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { status: "OK", told: await call() };
  } catch (error) {
    if (error instanceof TRPCError && error.cause instanceof DomainError) {
      const { code } = error.cause;
      return { status: domainErrors[code].status, told: code };
    }
    throw error;
  }
}

function procedureOf(field: string): Procedure {
  const [name] = field.split(" ");
  const found = Object.keys(permissions).find((known): known is Procedure => known === name);
  if (!found) throw new Error(`${field} is of no procedure`);
  return found;
}

const nodeSchema = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
const definitionSchema = z.object({ inputs: z.array(z.instanceof(z.core.$ZodType)) });

/** Of each procedure, the fields of its input that could name a row: whole numbers, uuids, and what is called an id. */
function inputsOfProcedures(): Record<string, string[]> {
  const { procedures } = appRouter._def;
  return Object.fromEntries(
    Object.entries(procedures).map(([name, procedure]) => {
      const { inputs } = definitionSchema.parse(Reflect.get(procedure, "_def"));
      const schemas = inputs.map((one) =>
        z.toJSONSchema(one, { io: "input", unrepresentable: "any" }),
      );
      return [name, [...new Set(schemas.flatMap((schema) => namingFields(schema, [])))]];
    }),
  );
}

function namingFields(schema: unknown, path: readonly string[]): string[] {
  const node = nodeSchema.safeParse(schema);
  if (!node.success) return [];
  const { type, format, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = node.data;
  const leaf = path.at(-1) ?? "";
  const isUuid = format === "uuid" || format === "guid" || format === "lowercase";
  const isNumber = type === "integer" && !measures.has(leaf);
  const isCalledSo = type === "string" && /(^|[a-z])(id|ids|uuid|under|of)$/i.test(leaf);
  const isNaming =
    (isNumber || isCalledSo || (type === "string" && isUuid)) && leaf !== "commandId";
  return [
    ...(isNaming ? [path.join(".")] : []),
    ...[...anyOf, ...oneOf, ...allOf, items].flatMap((one) => namingFields(one, path)),
    ...Object.entries(properties).flatMap(([name, one]) => namingFields(one, [...path, name])),
  ];
}

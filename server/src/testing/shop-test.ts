import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { inject } from "vitest";
import { buildApp } from "../app.ts";
import type { Caller } from "../caller.ts";
import { connectPool, databaseOn, portalRole } from "../platform/db/connect.ts";
import { registrations } from "../registrations.ts";
import { readOnly } from "../platform/db/database.ts";
import type { AppOptions, Deps } from "../deps.ts";
import { findSignedInUser } from "../people/accounts/account.store.ts";
import { holdSiteCopies } from "../office/content/site-copies.ts";
import { createInlineProjector } from "../projections/live/inline-projector.ts";
import { createLiveFeed } from "../platform/live/live-feed.ts";
import { ledgerCatalogue } from "../projections/ledger-catalogue.ts";
import { booksOn } from "../projections/books/read-books.ts";
import { simulationsOn } from "../projections/simulation/simulate-plan.actions.ts";
import { cardGateway } from "../gateways/card/card-gateway.ts";
import { type PayfastGateway, payfastGateway } from "../gateways/card/payfast-gateway.ts";
import { noCaptcha } from "../gateways/captcha/captcha.ts";
import { diskFiles } from "../platform/files/file-store.ts";
import { argon2Passwords } from "../gateways/passwords/passwords.ts";
import { ownPhoneCheck } from "../gateways/phones/phone-check.ts";
import { oneTimeCodesWith } from "../gateways/factors/one-time-codes.ts";
import { passkeysOf } from "../gateways/factors/passkeys.ts";
import { accountDigestWith } from "../platform/proposals/account-digest.ts";
import { luciaSessions } from "../gateways/sessions/lucia-sessions.ts";
import { appRouter } from "../app-router.ts";
import { createCallerFactory } from "../platform/http/trpc.ts";
import { jobQueue } from "../platform/jobs/pg-boss-jobs.ts";
import { createLedger } from "../platform/ledger/ledger.ts";
import { test as databaseTest } from "./database-test.ts";
import { knowBankAccount } from "./known-accounts.ts";
import { type FakePayfast, startFakePayfast } from "./fake-payfast.ts";
import { shopDay } from "./shop-day.ts";
import { startTestCourier, type TestCourier } from "./test-courier.ts";
import { findShopPeople, insertShopPeople, type ShopPeople } from "./shop-people.ts";
import { createTemplateOnce } from "./test-database.ts";

export const merchant = {
  merchantId: "10000100",
  merchantKey: "46f0cd694581a",
  passphrase: "jt7NOE43FZPn",
} as const;
/** The fake provider's address, the only one that may send notifications. */
export const providerIp = "197.97.145.145";
const publicUrl = "http://shop.test";
const officeUrl = "http://office.shop.test";

export const products = {
  bottle: 94,
  dear: 300,
  hidden: 301,
  soldOut: 302,
  delivery: 142,
} as const;

export type TestShop = Readonly<{
  deps: Deps;
  people: ShopPeople;
  provider: FakePayfast;
  payfast: PayfastGateway;
  courier: TestCourier;
  app: FastifyInstance;
  /** The folder of uploads. */
  filesDir: string;
  /** The procedures as called by a user; null is a guest. */
  as: (userId: number | null, changes?: Partial<Caller>) => Promise<ShopApi>;
}>;
type ShopApi = ReturnType<typeof callProcedures>;
const callProcedures = createCallerFactory(appRouter);

export const appOptions: AppOptions = {
  metrics: [],
  countRefusal: () => {},
  logLevel: "silent",
  keepLogLine: null,
  trustProxy: false,
  monitoring: { token: null, port: null },
  apiDocs: true,
  isWorkerOnly: false,
  isDraining: () => false,
  webFolder: null,
  sandbox: null,
  sandboxStripe: null,
  sandboxCourier: null,
  courierWebhookKey: "key-of-the-courier",
};

/** A session with recent authentication, without a row in the database. */
const justSignedIn = { token: "none", handle: randomUUID(), impersonatorId: null };

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Copies a template database with the products, the people and the job queues. */
const shopDatabaseTest = databaseTest.extend("template", { scope: "file" }, async () => {
  const name = inject("shopTemplateName");
  const from = inject("templateName");
  await createTemplateOnce(inject("serverUrl"), name, { from, fill: fillShop });
  return name;
});

/** Limits waiting for locks; overridden by tests that hold a lock on purpose. */
const patientTest = shopDatabaseTest.extend("lockTimeoutMs", { scope: "file" }, (): number => 4000);

/** `test` with a whole shop on a database of its own: products, people, and fake gateways. */
export const test = patientTest.extend(
  "shop",
  { scope: "file" },
  async ({ ownerUrl, lockTimeoutMs }, { onCleanup }): Promise<TestShop> => {
    const pool = connectPool(ownerUrl, { role: portalRole, poolSize: 8, lockTimeoutMs });
    const db = databaseOn(pool);
    const projector = createInlineProjector();
    const ledger = createLedger({ pool, catalogue: ledgerCatalogue, projector });
    const live = createLiveFeed({ databaseUrl: ownerUrl, db: readOnly(db), log: silent });
    const provider = await startFakePayfast();
    const clock = { now: () => new Date().toISOString(), newId: randomUUID };
    const filesDir = await mkdtemp(path.join(tmpdir(), "portal-files-"));
    const courier = await startTestCourier({ db, ...clock, shop: { region: "za", publicUrl } });
    const payfast = payfastGateway({
      ...merchant,
      mode: "local",
      baseUrl: provider.baseUrl,
      allowedCidrs: [`${providerIp}/28`],
      sourceHosts: [],
      resolveHost: () => Promise.reject(new Error("nobody is asked")),
      publicUrl,
      ownUrl: () => publicUrl,
    });
    const deps: Deps = {
      db,
      readDb: readOnly(db),
      reportDb: readOnly(db),
      readSource: () => ({ from: "primary", ageSeconds: null, fallback: "no-replica" }),
      ledger,
      jobs: jobQueue,
      live,
      copies: holdSiteCopies(readOnly(db)),
      card: cardGateway("za", { payfast, stripe: null }),
      courier: courier.courier,
      sessions: luciaSessions(db, { days: 30, secureCookie: false }),
      passwords: argon2Passwords(),
      factors: {
        isRequired: false,
        passkeys: passkeysOf({ publicUrl, officeUrl, name: "Shop" }),
        oneTimeCodes: oneTimeCodesWith(randomBytes(32), "Shop"),
      },
      accountDigest: accountDigestWith(randomBytes(32)),
      captcha: noCaptcha(),
      phones: ownPhoneCheck("ZA"),
      addressLookup: null,
      files: diskFiles(filesDir),
      disks: async () => [],
      shop: { region: "za", publicUrl },
      officeUrl,
      officeHostPattern: "office",
      ...registrations,
      runSimulation: simulationsOn(ownerUrl),
      readBooks: booksOn(ownerUrl),
      ...clock,
    };
    const people = await findShopPeople(deps);
    const app = await buildApp(deps, appOptions);
    onCleanup(async () => {
      await app.close();
      await live.close();
      await provider.close();
      await courier.close();
      await ledger.close();
      await db.destroy();
      await rm(filesDir, { recursive: true });
    });

    return {
      deps,
      people,
      provider,
      payfast,
      courier,
      app,
      filesDir,
      async as(userId, changes = {}) {
        const user = userId === null ? null : await findSignedInUser(db, userId);
        return callProcedures({
          ...deps,
          log: silent,
          user,
          waiting: null,
          impersonatedById: null,
          session: user && { ...justSignedIn, passwordAt: (changes.now ?? deps.now)() },
          device: "Firefox on Linux",
          codeRequestId: null,
          handOverKept: null,
          knownBrowser: null,
          viaCode: null,
          ip: "203.0.113.7",
          isOfficeHost: true,
          correlationId: randomUUID(),
          idempotencyKey: null,
          setCookie: () => {},
          ...changes,
        });
      },
    };
  },
);

async function fillShop(ownerUrl: string): Promise<void> {
  const pool = connectPool(ownerUrl, { role: portalRole, poolSize: 1 });
  const db = databaseOn(pool);
  const projector = createInlineProjector();
  const ledger = createLedger({ pool, catalogue: ledgerCatalogue, projector });
  await insertProducts({ db });
  await knowBankAccount({ db }, "");
  const now = () => new Date().toISOString();
  await insertShopPeople({ db, ledger, passwords: argon2Passwords(), now });
  await ledger.close();
  await db.destroy();
}

async function insertProducts({ db }: Pick<Deps, "db">): Promise<void> {
  const product = { description: "", original_price: null, image_id: null, product_group: null };
  await db
    .insertInto("product")
    .values([
      { ...product, id: products.bottle, name: "Original 50ml", price: 325_00, product_code: "50" },
      { ...product, id: products.dear, name: "Dear", price: 33_33, product_code: "D" },
      { ...product, id: products.hidden, name: "Gone", price: 1, product_code: "G", hide: true },
      {
        ...product,
        id: products.soldOut,
        name: "Out",
        price: 1,
        product_code: "O",
        out_of_stock: true,
      },
      {
        ...product,
        id: products.delivery,
        name: "Delivery",
        price: 100_00,
        product_code: deliveryProductCode,
      },
    ])
    .execute();
}

export const aRecipient = {
  recipientFirstName: "Thandi",
  recipientLastName: "Nkosi",
  recipientCell: "082 123 4567",
  recipientEmail: "thandi@example.co.za",
  businessOrResidential: "Residential",
  streetAddress: "1 Long Street",
  entry: "manual",
  manualSuburb: "Gardens",
  town: "Cape Town",
  province: "Western Cape",
  postalCode: "8001",
} as const;

/** A guest with one recipient, and an order of four bottles to it; `changes` to the guest's context, such as the time. */
export async function aGuestOrder(
  shop: TestShop,
  distributorCode?: string,
  changes: Partial<Caller> = {},
) {
  const uniqueId = randomUUID();
  const guest = await shop.as(null, changes);
  const { id: addressId } = await guest.addresses.save({ ...aRecipient, uniqueId });
  const lines = [{ productId: products.bottle, quantity: 4 }];
  const request = {
    commandId: randomUUID(),
    uniqueId,
    sections: [{ addressId, lines }],
    ...(distributorCode !== undefined && { distributorCode }),
  };
  const order = await guest.orders.save(request);
  return { ...order, guest, uniqueId, addressId, request };
}

/** The same shop, as a portal of another region. */
export function abroad(shop: TestShop, region: Region): TestShop {
  const settings = { ...shop.deps.shop, region };
  return {
    ...shop,
    deps: { ...shop.deps, shop: settings },
    as: (userId, changes) => shop.as(userId, { shop: settings, ...changes }),
  };
}

type BritishOrder = Readonly<{
  recipients?: number;
  distributorCode?: string;
  now?: Caller["now"];
}>;

/** An order of a guest of the UK shop, with one bottle per recipient. */
export async function aBritishOrder(
  shop: TestShop,
  { recipients = 1, distributorCode, now }: BritishOrder = {},
) {
  const uniqueId = randomUUID();
  const guest = await abroad(shop, "uk").as(null, now && { now });
  const za = await shop.as(null);
  const sections = [];
  for (let at = 0; at < recipients; at++) {
    const { id: addressId } = await za.addresses.save({ ...aRecipient, uniqueId });
    await sql`update address set country = 'GB' where id = ${addressId}`.execute(shop.deps.db);
    sections.push({ addressId, lines: [{ productId: products.bottle, quantity: 1 }] });
  }
  const order = {
    commandId: randomUUID(),
    uniqueId,
    sections,
    deliveryService: "RM",
    ...(distributorCode !== undefined && { distributorCode }),
  };
  return guest.orders.save(order);
}

/** Records a bank transfer beside all others, with the second admin's confirmation if it is needed. */
export async function payByBank(shop: TestShop, uuid: string, amount: number) {
  const admin = await shop.as(shop.people.admin);
  const { timeZone } = await admin.orders.detail({ uuid });
  const receivedOn = shopDay(timeZone);
  const reference = "on the statement";
  const knownPayments = Number.MAX_SAFE_INTEGER;
  const details = { uuid, amount, reference, receivedOn, knownPayments };
  const payment = { commandId: randomUUID(), ...details };
  const { proposalId: id, ...recorded } = await admin.orders.recordEft(payment);
  if (id !== null) await (await shop.as(shop.people.dev)).proposals.confirm({ id });
  return recorded;
}

/** Changes details of the company, as the office does. */
export async function saveCompanyDetails(
  shop: TestShop,
  changes: Partial<Record<"shopName" | "shopAddress" | "vatNo" | "companyNo", string>>,
): Promise<void> {
  const { settings } = await shop.as(shop.people.admin);
  const { shop: details, versions } = await settings.get();
  const version = versions["shop"];
  await settings.save({
    commandId: randomUUID(),
    section: "shop",
    ...details,
    ...changes,
    version,
  });
}

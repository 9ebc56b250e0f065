import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { buildApp } from "./app.ts";
import type { Log } from "./platform/log.ts";
import { type ConnectOptions, connectPool, databaseOn, portalRole } from "./platform/db/connect.ts";
import { type Database, type ReadDatabase, readOnly } from "./platform/db/database.ts";
import { isSortedAnew, requireTables } from "./platform/db/migrate.ts";
import { requireSameClock } from "./platform/db/clock.ts";
import { findDatabaseFolder } from "./platform/db/database-disk.ts";
import { requirePortalRole } from "./platform/db/database-server.ts";
import { poolSizes } from "./platform/db/pool-sizes.ts";
import { openReadDatabase } from "./platform/db/read-database.ts";
import type { AppOptions, Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { registrations } from "./registrations.ts";
import { startWork } from "./worker.ts";
import { keepLog } from "./office/app-log/log-keeper.ts";
import { createFirstAdmin } from "./office/first-start/first-admin.actions.ts";
import { startWatchingClock } from "./office/ledger-health/watch-clock.ts";
import { holdSiteCopies } from "./office/content/site-copies.ts";
import { erasedListIn, requireErasedAreErased } from "./office/erasure/erased-list.ts";
import { createInlineProjector } from "./projections/live/inline-projector.ts";
import { createLiveFeed } from "./platform/live/live-feed.ts";
import { ledgerCatalogue } from "./projections/ledger-catalogue.ts";
import { booksOn } from "./projections/books/read-books.ts";
import { simulationsOn } from "./projections/simulation/simulate-plan.actions.ts";
import { cardGateway } from "./gateways/card/card-gateway.ts";
import { openCards } from "./gateways/card/open-cards.ts";
import { openAddressLookup } from "./gateways/address-lookup/address-lookup.ts";
import { openCourier, sandboxCourierKey } from "./gateways/courier/ship-logic-courier.ts";
import { openCaptcha } from "./gateways/captcha/captcha.ts";
import { disksAt } from "./platform/files/disks.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import { argon2Passwords } from "./gateways/passwords/passwords.ts";
import { loadFactorKey } from "./gateways/factors/factor-key.ts";
import { oneTimeCodesWith } from "./gateways/factors/one-time-codes.ts";
import { passkeysOf } from "./gateways/factors/passkeys.ts";
import { shopName } from "@portal/shared/platform/constants.ts";
import { accountDigestWith } from "./platform/proposals/account-digest.ts";
import { sealKeysIn } from "./platform/ledger/seal-keys.ts";
import { openPhoneCheck } from "./gateways/phones/phone-check.ts";
import { sharedDomain } from "./gateways/sessions/sessions.ts";
import { luciaSessions } from "./gateways/sessions/lucia-sessions.ts";
import { loadPhoneCountry } from "./platform/db/region.queries.ts";
import { requireOwnCurrency } from "./catalogue/shop/one-currency.queries.ts";
import { nameOrdersOfOldLines } from "./sales/bank-lines/bank-line.actions.ts";
import { hasErrorCode } from "./platform/error-code.ts";
import { findFreePort } from "./platform/free-port.ts";
import { listenForMonitoring } from "./platform/http/monitoring.ts";
import { listDemoAccounts } from "./edges/demo/demo-people.ts";
import { machineMetrics } from "./platform/http/machine-metrics.ts";
import { closeInTime, stopServing } from "./platform/http/stop-serving.ts";
import { appendMetrics, poolMetrics, refusalMetrics } from "./platform/http/process-metrics.ts";
import { bufferedLogger } from "./platform/http/request-log.ts";
import { pollingLoop } from "./platform/polling-loop.ts";
import { jobQueue } from "./platform/jobs/pg-boss-jobs.ts";
import { isBusy } from "./platform/ledger/busy.ts";
import { createLedger } from "./platform/ledger/ledger.ts";
import { StartError } from "./platform/start-error.ts";
import { openFiles } from "./platform/files/open-files.ts";

export type RunningServer = Readonly<{
  url: string;
  officeUrl: string;
  close: () => Promise<void>;
}>;

const webFolder = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Builds the real dependencies, listens, and stops everything in the right order. */
export async function startServer(
  env: Env,
  database: Readonly<{ url: string; readUrl?: string }>,
): Promise<RunningServer> {
  await using resources = new AsyncDisposableStack();
  const log = bufferedLogger();
  if (env.tracesUrl !== null) {
    const { startTraces } = await import("./platform/http/traces.ts");
    resources.defer(startTraces(env.tracesUrl, log));
  }
  await requirePortalRole(database.url, "DATABASE_URL");
  if (database.readUrl !== undefined)
    await requirePortalRole(database.readUrl, "DATABASE_READ_URL").catch((error: unknown) => {
      // Reports use the primary until the replica is available.
      if (!(error instanceof StartError) || !isBusy(error.cause)) throw error;
      log.warn({ err: error }, "the replica is away");
    });
  const { db, readDb, reportDb, readSource, jobDb, ledger, metrics } = openDatabase(
    env,
    database,
    resources,
    log,
  );
  await requireFitToServe(db, env, log);

  const live = createLiveFeed({ databaseUrl: database.url, db: readOnly(db), log });
  resources.defer(() => live.close());

  const place = await placeOf(env);
  const { publicUrl, officeUrl } = place;
  const factorKey = await loadFactorKey(sealKeysIn(env.dataDir));
  const deps: Deps = {
    db,
    readDb,
    reportDb,
    readSource,
    ledger,
    jobs: jobQueue,
    live,
    copies: holdSiteCopies(readDb),
    ...(await gatewaysOf(env, { db, log, place, files: await openFiles(env, log) })),
    factors: {
      isRequired: env.isProduction || env.cardMode === "live",
      passkeys: passkeysOf({ publicUrl, officeUrl, name: shopName }),
      oneTimeCodes: oneTimeCodesWith(factorKey, shopName),
    },
    accountDigest: accountDigestWith(factorKey),
    disks: disksAt({
      database: await findDatabaseFolder(env, database.url, log),
      files: env.filesDir,
    }),
    shop: {
      region: env.region,
      publicUrl,
      officeUrl,
      websiteUrl: env.websiteUrl ?? publicUrl,
      mapTiles: env.mapTiles,
      isProduction: env.isProduction || env.cardMode === "live",
    },
    officeUrl,
    officeHostPattern: env.officeHostPattern,
    ...registrations,
    runSimulation: simulationsOn(database.url),
    readBooks: booksOn(database.url),
    now: () => new Date().toISOString(),
    newId: randomUUID,
  };
  await nameOrdersOfOldLines(db);
  await deps.files.clearAbandoned(Date.now());
  if (env.firstAdmin) await createFirstAdmin(deps, env.firstAdmin);

  const keeper = keepLog(db, { disks: deps.disks });
  resources.defer(() => keeper.stop());
  let isDraining = false;
  const refusals = refusalMetrics();
  const machine = env.role === "web" ? [] : machineMetrics([publicUrl, officeUrl], env.dataDir);
  const app = await buildApp(deps, {
    metrics: [...metrics, ...refusals.metrics, ...machine],
    countRefusal: refusals.count,
    isDraining: () => isDraining,
    logLevel: env.logLevel,
    keepLogLine: keeper.write,
    trustProxy: env.trustProxy,
    monitoring: env.monitoring,
    apiDocs: env.apiDocs,
    isWorkerOnly: env.role === "worker",
    webFolder: existsSync(webFolder) ? webFolder : null,
    sandbox: sandboxFor(env, place.ownUrl),
    sandboxStripe: sandboxStripeFor(env, place.ownUrl),
    ...courierNews(env, place.ownUrl),
  });
  log.use(app.log);
  resources.defer(() => app.close());
  await listening(app.listen({ host: env.host, port: place.port }), "PORT", place.port);
  await listenApart(app, env, resources);
  place.listensAt(app);
  resources.defer(startWatchingClock(readOnly(db), app.log).stop);
  if (env.role !== "web") {
    const work = { deps, db: jobDb, log: app.log, databaseUrl: database.url };
    await startWork(env, work, resources);
  }
  // First of all: what arrives while jobs end would be cut off when the time to close is over.
  resources.defer(() => stopServing(app));

  const running = resources.move();
  return {
    url: publicUrl,
    officeUrl,
    async close() {
      // /readyz fails, so that load balancers move away while requests are still answered.
      isDraining = true;
      await delay(env.drainSeconds * 1000);
      await closeInTime(running, app.log);
    },
  };
}

/** @throws StartError if there are no tables, a wrong clock, money in another currency, or data of an erased person */
async function requireFitToServe(db: Database, env: Env, log: Log): Promise<void> {
  for (const warning of env.warnings) log.warn({}, warning);
  await requireTables(readOnly(db));
  if (await isSortedAnew(readOnly(db)))
    log.error({}, "the system sorts text anew: docs/operators.md");
  await requireSameClock(readOnly(db));
  const { isMixed } = await requireOwnCurrency(readOnly(db), env.region);
  if (isMixed)
    log.error({ region: env.region }, "orders are in two currencies: payouts are stopped");
  await requireErasedAreErased(readOnly(db), erasedListIn(env.dataDir));
  if (env.isProduction || env.cardMode === "live") await requireNoDemo(readOnly(db));
}

/** @throws StartError where the accounts of the demo can sign in: everybody knows their password */
async function requireNoDemo(db: ReadDatabase): Promise<void> {
  const found = await db
    .selectFrom("account")
    .select("id")
    .where(
      "email",
      "in",
      listDemoAccounts().map(({ email }) => email),
    )
    .where("active", "=", true)
    .limit(1)
    .executeTakeFirst();
  if (found)
    throw new StartError(
      "The database is that of a demo, whose accounts have a published password. Start with an empty database.",
    );
}

/**
 * Separate pools for requests, for pages and lists, for reports (on the replica if there is one), for jobs, and for
 * appends, so that a long report never takes the connections that orders need.
 */
function openDatabase(
  { role, databaseConnections }: Env,
  database: Readonly<{ url: string; readUrl?: string }>,
  resources: AsyncDisposableStack,
  log: Log,
): Pick<Deps, "db" | "readDb" | "reportDb" | "readSource" | "ledger"> &
  Readonly<{ jobDb: Database; metrics: AppOptions["metrics"] }> {
  const sizes = poolSizes(role, databaseConnections);
  const onIdleError = (error: Error) => log.warn({ err: error }, "the database hung up");
  const open = (url: string, options: ConnectOptions): pg.Pool => {
    const pool = connectPool(url, { role: portalRole, onIdleError, ...options });
    resources.defer(() => pool.end());
    return pool;
  };
  const requests = open(database.url, { poolSize: sizes.requests, prepare: true });
  const reading = { poolSize: sizes.reads, readOnly: true, serial: true, prepare: true };
  const reads = open(database.url, reading);
  const replica = database.readUrl === undefined ? null : open(database.readUrl, reading);
  const reports = openReadDatabase({ primary: reads, replica, log });
  if (replica) resources.defer(lookingAt(reports, log).stop);

  // No request waits for a job, so jobs may wait longer for a connection.
  const jobs = open(database.url, {
    poolSize: sizes.jobs,
    connectTimeoutMs: 15_000,
    prepare: true,
  });

  const ledgerPool = open(database.url, { poolSize: sizes.ledger, prepare: true });
  const appends = appendMetrics();
  const ledger = createLedger({
    pool: ledgerPool,
    catalogue: ledgerCatalogue,
    projector: createInlineProjector(),
    onBatch: appends.observe,
  });
  resources.defer(() => ledger.close());
  return {
    db: databaseOn(requests),
    readDb: readOnly(databaseOn(reads)),
    reportDb: reports.db,
    readSource: reports.source,
    jobDb: databaseOn(jobs),
    ledger,
    metrics: [
      ...poolMetrics({ requests, reads, jobs, ledger: ledgerPool, ...(replica && { replica }) }),
      ...appends.metrics,
    ],
  };
}

/** Checks the replica's lag every two seconds. */
function lookingAt({ look }: Readonly<{ look: () => Promise<void> }>, log: Log) {
  return pollingLoop({
    round: () => look().then(() => false),
    pauseMs: 2000,
    undone: "the replica was not looked at",
    log,
  });
}

/** Tracking events come from the courier with its key, or from the stand-in with a built-in key. */
function courierNews({ courier }: Env, ownUrl: () => string) {
  if (courier.mode !== "local")
    return { sandboxCourier: null, courierWebhookKey: courier.webhookKey };
  const webhookUrl = () => `${ownUrl()}/api/the-courier-guy/tracking`;
  return { sandboxCourier: { webhookUrl }, courierWebhookKey: sandboxCourierKey };
}

/** The gateways as configured. */
async function gatewaysOf(
  env: Env,
  { db, log, place, files }: { db: Database; log: Log; place: ListenAddress; files: FileStore },
) {
  const { publicUrl, ownUrl } = place;
  const secureCookie = publicUrl.startsWith("https:");
  return {
    card: cardGateway(env.region, await openCards(env, { db, log, publicUrl, ownUrl })),
    courier: openCourier(env.courier, ownUrl),
    sessions: luciaSessions(db, {
      days: env.sessionDays,
      secureCookie,
      domain: sharedDomain(publicUrl, place.officeUrl),
    }),
    passwords: argon2Passwords(),
    captcha: openCaptcha(db, env.captcha, publicUrl),
    phones: openPhoneCheck(env, log, () => loadPhoneCountry(db, env.region)),
    addressLookup: openAddressLookup(env.addressLookupUrl, log),
    files,
  };
}

type ListenAddress = Readonly<{
  port: number;
  publicUrl: string;
  officeUrl: string;
  /** The URL at which this process reaches itself; the public URL before it listens and in a worker. */
  ownUrl: () => string;
  listensAt: (app: FastifyInstance) => void;
}>;

async function placeOf(env: Env): Promise<ListenAddress> {
  const port = env.port === 0 ? await findFreePort() : env.port;
  const withPort = (url: string) => url.replace(/:0$/, `:${port}`);
  const publicUrl = withPort(env.publicUrl);
  let ownUrl = publicUrl;
  return {
    port,
    publicUrl,
    officeUrl: withPort(env.officeUrl),
    ownUrl: () => ownUrl,
    listensAt(app) {
      const [address] = app.addresses();
      if (typeof address === "object" && env.role !== "worker") ownUrl = urlOf(address);
    },
  };
}

/** A URL at which the process can reach the address that it listens on. */
function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  return family === "IPv6" ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

function sandboxFor({ payfast, stripe }: Env, ownUrl: () => string) {
  if (payfast.mode !== "local" || payfast.baseUrl !== null || stripe !== null) return null;
  const { merchantId, merchantKey, passphrase } = payfast;
  const notifyUrl = () => `${ownUrl()}/api/purchase/payfast-notify/`;
  return { merchantId, merchantKey, passphrase, notifyUrl };
}

function sandboxStripeFor({ stripe }: Env, ownUrl: () => string) {
  if (stripe?.mode !== "local" || stripe.baseUrl !== null) return null;
  const { secretKey, webhookSecret } = stripe;
  return { secretKey, webhookSecret, notifyUrl: () => `${ownUrl()}/api/purchase/stripe-notify` };
}

/** Serves internal metrics on `MONITORING_PORT`, if it is set. */
async function listenApart(
  app: FastifyInstance,
  { host, monitoring: { port } }: Env,
  resources: AsyncDisposableStack,
): Promise<void> {
  if (port === null) return;
  const close = await listening(listenForMonitoring(app, { host, port }), "MONITORING_PORT", port);
  resources.defer(close);
}

/** @throws StartError if the port is in use */
async function listening<Server>(
  start: PromiseLike<Server>,
  variable: string,
  port: number,
): Promise<Server> {
  try {
    return await start;
  } catch (cause) {
    if (!hasErrorCode(cause, "EADDRINUSE")) throw cause;
    throw new StartError(`Port ${port} is in use. Choose another one with ${variable}.`, { cause });
  }
}

import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findLosses, runFinanceChecks, untilQuiet } from "../../chaos/checks.ts";
import { seedDemo } from "../../server/src/edges/demo/seed-demo.ts";
import { migrate } from "../../server/src/platform/db/migrate.ts";
import { prepareDatabase } from "../../server/src/platform/db/migrate.ts";
import { type DatabaseCluster, startDatabaseCluster } from "./database-cluster.ts";
import { until } from "./daemons.ts";
import { createOrderLoad, errorCount, type Observed, type OrderLoad } from "./order-load.ts";
import { notifiesThrough, refusalOf, startPooler } from "./pooler.ts";
import { createPortals, type Portals } from "./portals.ts";
import { exportRelease, newestRelease, nextMigrations } from "./release-before.ts";

export type ClusterRun = Readonly<{
  note: (sentence: string) => void;
  /** Registers a cleanup; they run in reverse order. */
  onEnd: (undo: () => Promise<void>) => void;
  /** The commit of the previous release, for downgrade and upgrade; by default the newest release. */
  before?: string | undefined;
}>;

/** A disturbance, and the limits of its effect on guests. */
type Step = Readonly<{
  name: string;
  disturb: () => Promise<void>;
  /** Not measured, because on separate machines a starting process would not slow the others. */
  after?: () => Promise<void>;
  gapMsMax: number;
  errorsMax?: number;
}>;

/**
 * Places orders through HAProxy and two web processes while database and web servers are killed, switched over and
 * restarted (`deploy/`).
 *
 * @returns one sentence per missed goal
 */
export async function runCluster(run: ClusterRun): Promise<readonly string[]> {
  const { note, onEnd, before = await newestRelease() } = run;
  const cluster = await startDatabaseCluster();
  onEnd(cluster.stop);
  note("Two servers of PostgreSQL under Patroni are up, one of them a synchronous standby.");
  await prepareDatabase(cluster.ownerUrl);
  await seedDemo({ ownerUrl: cluster.ownerUrl, until: "2026-01-01" });
  const portals = await createPortals(cluster, { DRAIN_SECONDS: "4", OFFICE_HOST_PATTERN: "127" });
  onEnd(portals.stop);
  await portals.startWeb(0);
  await portals.startWeb(1);
  await portals.startWorker();
  const release = path.join(cluster.folder, "release-before");
  await exportRelease(before, release);
  const steps = [
    ...stepsOf(cluster, portals),
    ...(await releaseSteps(cluster, portals, { before, folder: release })),
  ];
  const load = createOrderLoad(cluster.shopUrl);
  onEnd(async () => load.close());

  const problems: string[] = [];
  // The baseline of a busy machine, which goals allow for.
  const calm = await load.during(() => delay(3000));
  note(lineOf("nothing at all", calm, []));
  for (const step of steps) {
    await cluster.untilWhole();
    const observed = await load.during(step.disturb);
    const wrong = await findProblems({ cluster, portals, load });
    note(lineOf(step.name, observed, wrong));
    await step.after?.();
    problems.push(...missedGoals(step, observed, calm), ...wrong);
  }
  return [...problems, ...(await tryPooler({ cluster, portals, load }, run))];
}

/** The portal works over PgBouncer in session mode, and refuses to start in transaction mode. */
async function tryPooler(
  running: Running,
  { note, onEnd }: Pick<ClusterRun, "note" | "onEnd">,
): Promise<readonly string[]> {
  const { cluster, portals, load } = running;
  const session = await startPooler(cluster, "session");
  onEnd(() => session.daemon.end("SIGKILL"));
  await portals.endWeb(0, "SIGTERM");
  await portals.startWeb(0, { databaseUrl: session.url });
  await portals.endWeb(1, "SIGTERM");
  const observed = await load.during(() => delay(2000));
  const wrong = await findProblems(running);
  const isNotified = await notifiesThrough(session.url);
  const name = "PgBouncer in session mode";
  note(`${lineOf(name, observed, wrong)}, LISTEN ${isNotified ? "works" : "FAILS"}`);

  const transaction = await startPooler(cluster, "transaction");
  onEnd(() => transaction.daemon.end("SIGKILL"));
  const refusal = await refusalOf(transaction.url, portals.dataDir);
  note(`PgBouncer in transaction mode: ${refusal ?? "NOT REFUSED"}`);
  return [
    ...wrong,
    ...(observed.acknowledged > 0 && isNotified ? [] : [`${name} does not serve`]),
    ...(refusal?.includes("in session mode") ? [] : ["transaction mode is not refused"]),
  ];
}

function stepsOf(cluster: DatabaseCluster, portals: Portals): readonly Step[] {
  const { primary, untilWhole } = cluster;
  return [
    {
      name: "killed primary",
      gapMsMax: 15_000,
      async disturb() {
        const killed = await primary();
        await cluster.killNode(killed);
        await untilAnother(cluster, killed);
        await cluster.startNode(killed);
        await untilWhole();
      },
    },
    {
      name: "switchover",
      gapMsMax: 4000,
      async disturb() {
        const before = await primary();
        await cluster.switchOver();
        await untilAnother(cluster, before);
        await untilWhole();
      },
    },
    {
      name: "killed postmaster",
      gapMsMax: 15_000,
      async disturb() {
        await cluster.killPostmaster(await primary());
        await delay(6000);
        await untilWhole();
      },
    },
    {
      name: "killed web process",
      gapMsMax: 1000,
      async disturb() {
        await portals.endWeb(0, "SIGKILL");
        await delay(3000);
      },
      after: () => portals.startWeb(0),
    },
    {
      name: "rolling restart",
      gapMsMax: 1000,
      errorsMax: 0,
      disturb: () => portals.rollWeb(),
    },
  ];
}

/** Upgrade and downgrade (docs/operators.md, "When a newer release runs beside an older one"). */
async function releaseSteps(
  cluster: DatabaseCluster,
  portals: Portals,
  release: Readonly<{ before: string; folder: string }>,
): Promise<readonly Step[]> {
  const migrations = await nextMigrations(path.join(cluster.folder, "next-migrations"));
  const goal = { gapMsMax: 1000, errorsMax: 0 };
  return [
    { ...goal, name: `back to ${release.before}`, disturb: () => portals.rollWeb(release) },
    {
      ...goal,
      name: `${release.before} under the next release's migrations`,
      async disturb() {
        const ran = await migrate(cluster.ownerUrl, migrations);
        const areReady = await Promise.all(([0, 1] as const).map(portals.isWebReady));
        if (ran.length !== 2 || areReady.includes(false))
          throw new Error(`After ${ran.join(" and ")} the older release is not ready.`);
      },
    },
    { ...goal, name: `upgrade from ${release.before}`, disturb: () => portals.rollWeb() },
    { ...goal, name: "downgrade with the newer tables", disturb: () => portals.rollWeb(release) },
    { ...goal, name: "second upgrade", disturb: () => portals.rollWeb() },
  ];
}

async function untilAnother({ primary }: DatabaseCluster, before: string): Promise<void> {
  await until("another primary", async () => (await primary()) !== before);
}

type Running = Readonly<{ cluster: DatabaseCluster; portals: Portals; load: OrderLoad }>;

/** Acknowledged orders that are missing or duplicated, and figures that do not agree with the ledger. */
async function findProblems({ cluster, portals, load }: Running): Promise<readonly string[]> {
  const { ownerUrl } = cluster;
  return [
    ...(await untilQuiet(ownerUrl)),
    ...(await findLosses(ownerUrl, load.journal)),
    ...(await runFinanceChecks(ownerUrl, portals.dataDir, ["verify", "reconcile"])),
  ];
}

function lineOf(name: string, observed: Observed, wrong: readonly string[]): string {
  const count = (word: string) => wrong.filter((sentence) => sentence.includes(word)).length;
  const verdict = (command: string) => (count(`finance ${command}`) === 0 ? "sound" : "DAMAGED");
  return [
    `${name}: longest gap ${(observed.gapMs / 1000).toFixed(1)} s`,
    `${observed.acknowledged} acknowledged`,
    `${count("is not there")} lost`,
    `${count(" times")} duplicated`,
    `chain ${verdict("verify")}`,
    `reconcile ${verdict("reconcile")}`,
    `retried ${JSON.stringify(observed.errors)}`,
  ].join(", ");
}

function missedGoals(
  { name, gapMsMax, errorsMax = Infinity }: Step,
  observed: Observed,
  calm: Observed,
): readonly string[] {
  const errors = errorCount(observed);
  return [
    ...(observed.gapMs > gapMsMax + calm.gapMs
      ? [`${name}: no order was acknowledged for ${observed.gapMs} ms`]
      : []),
    ...(errors > errorsMax ? [`${name}: ${errors} requests failed`] : []),
  ];
}

import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findLosses, runFinanceChecks, untilQuiet } from "../../chaos/checks.ts";
import { seedDemo } from "../../server/src/edges/demo/seed-demo.ts";
import { migrate } from "../../server/src/platform/db/migrate.ts";
import { prepareDatabase } from "../../server/src/platform/db/migrate.ts";
import { type DatabaseCluster, startDatabaseCluster } from "./database-cluster.ts";
import { until } from "./daemons.ts";
import { createOrderLoad, type Met, type OrderLoad } from "./order-load.ts";
import { hearsThrough, refusalOf, startPooler } from "./pooler.ts";
import { createPortals, type Portals } from "./portals.ts";
import { exportRelease, newestRelease, nextMigrations } from "./release-before.ts";

export type ClusterRun = Readonly<{
  note: (sentence: string) => void;
  /** What is to be undone in the end, the last first. */
  onEnd: (undo: () => Promise<void>) => void;
  /** The commit of the release that the web processes go back to, and forward again; else the newest that was cut. */
  before?: string | undefined;
}>;

/** What is done, and what guests may meet of it at most. */
type Step = Readonly<{
  name: string;
  blow: () => Promise<void>;
  /** What is no part of it: on machines of their own, a process that starts takes nothing from the others. */
  after?: () => Promise<void>;
  gapMsMax: number;
  errorsMax?: number;
}>;

/**
 * Orders through HAProxy and two web processes while servers of the database and of the web are killed, changed over and
 * restarted (`deploy/`). Answers one sentence for each goal that was missed.
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
  // What a busy machine does without any blow, which no goal speaks of.
  const calm = await load.during(() => delay(3000));
  note(lineOf("nothing at all", calm, []));
  for (const step of steps) {
    await cluster.untilWhole();
    const met = await load.during(step.blow);
    const wrong = await whatIsWrong({ cluster, portals, load });
    note(lineOf(step.name, met, wrong));
    await step.after?.();
    problems.push(...missed(step, met, calm), ...wrong);
  }
  return [...problems, ...(await tryPooler({ cluster, portals, load }, run))];
}

/** PgBouncer in session mode serves as the server itself does; in transaction mode nobody starts over it. */
async function tryPooler(
  looked: Looked,
  { note, onEnd }: Pick<ClusterRun, "note" | "onEnd">,
): Promise<readonly string[]> {
  const { cluster, portals, load } = looked;
  const session = await startPooler(cluster, "session");
  onEnd(() => session.daemon.end("SIGKILL"));
  await portals.endWeb(0, "SIGTERM");
  await portals.startWeb(0, { databaseUrl: session.url });
  await portals.endWeb(1, "SIGTERM");
  const met = await load.during(() => delay(2000));
  const wrong = await whatIsWrong(looked);
  const isHeard = await hearsThrough(session.url);
  const name = "PgBouncer in session mode";
  note(`${lineOf(name, met, wrong)}, LISTEN ${isHeard ? "hears" : "IS DEAF"}`);

  const transaction = await startPooler(cluster, "transaction");
  onEnd(() => transaction.daemon.end("SIGKILL"));
  const refusal = await refusalOf(transaction.url, portals.dataDir);
  note(`PgBouncer in transaction mode: ${refusal ?? "NOT REFUSED"}`);
  return [
    ...wrong,
    ...(met.acknowledged > 0 && isHeard ? [] : [`${name} does not serve`]),
    ...(refusal?.includes("in session mode") ? [] : ["transaction mode is not refused"]),
  ];
}

function stepsOf(cluster: DatabaseCluster, portals: Portals): readonly Step[] {
  const { primary, untilWhole } = cluster;
  return [
    {
      name: "killed primary",
      gapMsMax: 15_000,
      async blow() {
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
      async blow() {
        const before = await primary();
        await cluster.switchOver();
        await untilAnother(cluster, before);
        await untilWhole();
      },
    },
    {
      name: "killed postmaster",
      gapMsMax: 15_000,
      async blow() {
        await cluster.killPostmaster(await primary());
        await delay(6000);
        await untilWhole();
      },
    },
    {
      name: "killed web process",
      gapMsMax: 1000,
      async blow() {
        await portals.endWeb(0, "SIGKILL");
        await delay(3000);
      },
      after: () => portals.startWeb(0),
    },
    {
      name: "rolling restart",
      gapMsMax: 1000,
      errorsMax: 0,
      blow: () => portals.rollWeb(),
    },
  ];
}

/** An upgrade and the way back (docs/operators.md, "When a newer release runs beside an older one"). */
async function releaseSteps(
  cluster: DatabaseCluster,
  portals: Portals,
  release: Readonly<{ before: string; folder: string }>,
): Promise<readonly Step[]> {
  const migrations = await nextMigrations(path.join(cluster.folder, "next-migrations"));
  const goal = { gapMsMax: 1000, errorsMax: 0 };
  return [
    { ...goal, name: `back to ${release.before}`, blow: () => portals.rollWeb(release) },
    {
      ...goal,
      name: `${release.before} under the next release's migrations`,
      async blow() {
        const ran = await migrate(cluster.ownerUrl, migrations);
        const areReady = await Promise.all(([0, 1] as const).map(portals.isWebReady));
        if (ran.length !== 2 || areReady.includes(false))
          throw new Error(`After ${ran.join(" and ")} the older release is not ready.`);
      },
    },
    { ...goal, name: `upgrade from ${release.before}`, blow: () => portals.rollWeb() },
    { ...goal, name: "back under the newer tables", blow: () => portals.rollWeb(release) },
    { ...goal, name: "upgrade once more", blow: () => portals.rollWeb() },
  ];
}

async function untilAnother({ primary }: DatabaseCluster, before: string): Promise<void> {
  await until("another primary", async () => (await primary()) !== before);
}

type Looked = Readonly<{ cluster: DatabaseCluster; portals: Portals; load: OrderLoad }>;

/** Whatever was acknowledged and is not there, is there twice, or does not agree with the ledger. */
async function whatIsWrong({ cluster, portals, load }: Looked): Promise<readonly string[]> {
  const { ownerUrl } = cluster;
  return [
    ...(await untilQuiet(ownerUrl)),
    ...(await findLosses(ownerUrl, load.journal)),
    ...(await runFinanceChecks(ownerUrl, portals.dataDir, ["verify", "reconcile"])),
  ];
}

function lineOf(name: string, met: Met, wrong: readonly string[]): string {
  const count = (word: string) => wrong.filter((sentence) => sentence.includes(word)).length;
  const verdict = (command: string) => (count(`finance ${command}`) === 0 ? "sound" : "DAMAGED");
  return [
    `${name}: longest gap ${(met.gapMs / 1000).toFixed(1)} s`,
    `${met.acknowledged} acknowledged`,
    `${count("is not there")} lost`,
    `${count(" times")} doubled`,
    `chain ${verdict("verify")}`,
    `reconcile ${verdict("reconcile")}`,
    `sent again ${JSON.stringify(met.errors)}`,
  ].join(", ");
}

function missed(
  { name, gapMsMax, errorsMax = Infinity }: Step,
  met: Met,
  calm: Met,
): readonly string[] {
  const errors = Object.values(met.errors).reduce((sum, count) => sum + count, 0);
  return [
    ...(met.gapMs > gapMsMax + calm.gapMs
      ? [`${name}: nobody was answered for ${met.gapMs} ms`]
      : []),
    ...(errors > errorsMax ? [`${name}: ${errors} requests failed`] : []),
  ];
}

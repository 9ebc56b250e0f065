import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { readOnly } from "../../platform/db/database.ts";
import { DatabaseIsNewer, pendingMigrations } from "../../platform/db/migrate.ts";
import type { Deps } from "../../deps.ts";
import { projectionLagMax } from "../../projections/live/inline-projector.ts";
import { projectionStatus } from "../../projections/store/projection-store.ts";
import { summariseChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { type Monitoring, mayMonitor } from "../../platform/http/monitoring.ts";

/** Shorter than what a proxy waits for an answer to its check. */
const unansweredMs = 2000;

/** Liveness, readiness, and whether a proxy may send requests, for everyone. The details are only for callers that may monitor. */
export async function healthRoutes(
  app: FastifyInstance,
  deps: Deps,
  { monitoring, isDraining }: Readonly<{ monitoring: Monitoring; isDraining: () => boolean }>,
): Promise<void> {
  // Not the dependencies: a restart does not repair those.
  app.get("/healthz", async () => ({ ok: true }));

  // For proxies. What all processes share, a database that is away or figures that are behind, takes none of them out of
  // service: their pages say so, and orders wait in them, where a proxy with nobody behind it answers with an empty page.
  app.get("/servez", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
    const serves = !isDraining() && (await fitsDatabase(deps));
    return reply.code(serves ? 200 : 503).send({ serves });
  });

  app.get("/readyz", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    const answer = (isReady: boolean, details: object) => {
      const shown = mayMonitor(request, monitoring)
        ? { ready: isReady, ...details }
        : { ready: isReady };
      return reply.code(isReady ? 200 : 503).send(shown);
    };
    if (isDraining()) return answer(false, { reason: "This process is stopping." });
    try {
      const { isReady, ...state } = await readinessOf(deps);
      // Failed ledger checks stop payouts but not orders, so they do not affect readiness.
      const checks = await readChecks(deps);
      return await answer(isReady, { ...state, checks, disks: await deps.disks() });
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return answer(false, { reason: reasonOf(error) });
    }
  });
}

/**
 * Whether this process can serve, and if not, what it waits for.
 *
 * @throws where the database cannot be reached, or a newer release has written to it
 */
export async function readinessOf(deps: Pick<Deps, "db" | "ledger">) {
  const pending = await pendingMigrations(deps.db);
  await deps.ledger.requireNothingNewer();
  // An event that stopped a projection stops no orders as long as the lag is allowed, so every process stays ready.
  const { isBehind, ...state } = await readProjections(deps);
  const isReady = pending.length === 0 && !isBehind;
  return { isReady, ...(isBehind && { reason: behind }), pending, ...state };
}

/** Whether the tables and events are those of this release, as far as the database answers at all. */
async function fitsDatabase({ db, ledger }: Pick<Deps, "db" | "ledger">): Promise<boolean> {
  const looked = async () => {
    const pending = await pendingMigrations(db);
    await ledger.requireNothingNewer();
    return pending.length === 0;
  };
  const unanswered = new AbortController();
  try {
    const late = delay(unansweredMs, true, { signal: unanswered.signal, ref: false });
    return await Promise.race([looked().catch((error: unknown) => !isOfNewer(error)), late]);
  } finally {
    unanswered.abort();
  }
}

const behind = `The figures are more than ${projectionLagMax} events behind the ledger. No changes are accepted until they are rebuilt.`;

function isOfNewer(error: unknown): boolean {
  return error instanceof DatabaseIsNewer || isNewerEvent(error);
}

function isNewerEvent(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === "ledger.newer-release";
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseIsNewer) return "The database is newer than this program.";
  if (!isNewerEvent(error)) return "The database cannot be reached.";
  const what = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `A newer release has written events that this program cannot read${what}. No changes are accepted until it is updated.`;
}

/** The results of the worker's last ledger checks. */
async function readChecks({ db }: Pick<Deps, "db">) {
  const checks = await summariseChecks(readOnly(db));
  return Object.fromEntries(
    checks.map(({ name, isSound, position, ageSeconds }) => [
      name,
      { sound: isSound, pos: position, ageSeconds: Math.round(ageSeconds) },
    ]),
  );
}

async function readProjections({ db }: Pick<Deps, "db">) {
  const statuses = await projectionStatus(readOnly(db));
  const projections = Object.fromEntries(
    statuses.map(({ name, position, lag, failure }) => [
      name,
      { pos: position, lag, failed: failure !== null },
    ]),
  );
  const gpos = Math.max(...statuses.map(({ position, lag }) => position + lag));
  const isBehind = statuses.some(({ lag }) => lag > projectionLagMax);
  const isCurrent = !isBehind && statuses.every(({ failure }) => failure === null);
  return { gpos, projections, isCurrent, isBehind };
}

import { permissions } from "@portal/shared/platform/permissions.ts";
import fastify from "fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Log } from "../../caller.ts";

/** Asked every few seconds by machines; of no interest until something is wrong. */
const quietPaths = /^\/(healthz|readyz|metrics|assets\/)/;

const pathSchema = z.object({ path: z.string() });
/** A line says no more of what was asked. */
const namedLettersMax = 200;
/** More calls than these in one request are refused. */
export const batchMax = 20;

/**
 * Headers, bodies and addresses are never logged, and are crossed out should a bug put them there: an address may hold the
 * secret of a link, or open an order for whoever reads it.
 */
export function requestLog(level: string, keep: ((line: string) => void) | null = null) {
  return {
    logController: new fastify.LogController({ disableRequestLogging: true }),
    logger:
      level === "silent"
        ? false
        : {
            level,
            ...(keep && { stream: writingOutAnd(keep) }),
            // The library's own says the address.
            serializers: {
              req: (request: FastifyRequest) => ({
                method: request.method,
                route: routePatternOf(request),
              }),
            },
            redact: {
              paths: ["cookie", "authorization", "password", "passphrase", "token"].flatMap(
                (secret) => [`*.${secret}`, `*.headers.${secret}`],
              ),
              censor: "[hidden]",
            },
          },
  };
}

/** Each line goes where the log goes anyway, and to whoever keeps it. */
function writingOutAnd(keep: (line: string) => void) {
  return {
    write(line: string) {
      process.stdout.write(line);
      keep(line);
    },
  };
}

/** Who asked, known once the session was read; both people while an admin is somebody else. */
type Asker = Readonly<{ userId: number; impersonatedById: number | null }>;
const askers = new WeakMap<FastifyRequest["raw"], Asker>();

/** The lines of this request say from now on who asked. */
export function logAsker({ raw }: FastifyRequest, asker: Asker): void {
  askers.set(raw, asker);
}

/** What the line of a request says, and no other. */
export const answeredMessage = "answered";

/** One line for each request when it is answered; refused ones are counted where they are many. */
export function logAnswers(app: FastifyInstance): void {
  const refused = countRefused(app.log);
  app.addHook("onClose", async () => refused.tell());
  app.addHook("onResponse", async (request, { statusCode: status, elapsedTime }) => {
    const isRefused = status >= 400 && status < 500;
    const kind = `${request.method} ${routePatternOf(request)} ${status}`;
    if (isRefused && !refused.isTold(kind)) return;
    const ms = Math.round(elapsedTime);
    const line = {
      method: request.method,
      route: routePatternOf(request),
      ...proceduresOf(request),
      status,
      ms,
      ...askers.get(request.raw),
    };
    const level = status >= 400 ? "warn" : quietPaths.test(request.url) ? "debug" : "info";
    request.log[level](line, answeredMessage);
  });
}

/** The route's pattern, never the address that was asked for; "other" where no route is. */
export function routePatternOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? "other";
}

/** The procedures that were called, by the names that we gave them; whatever else stands there is not repeated. */
function proceduresOf(request: FastifyRequest): { procedures?: string[] } {
  if (routePatternOf(request) !== "/trpc/:path") return {};
  const { path } = pathSchema.parse(request.params);
  const procedures: string[] = [];
  let letters = 0;
  for (const name of path.split(",", batchMax)) {
    letters += name.length;
    if (letters > namedLettersMax) break;
    if (Object.hasOwn(permissions, name)) procedures.push(name);
  }
  return procedures.length > 0 ? { procedures } : {};
}

const windowMs = 60_000;
/** So many lines a minute tell of one kind of refusal, and of all kinds together. */
const linesMax = { each: 10, all: 100 } as const;
/** Routes and statuses are ours, methods are not. */
const kindsMax = 200;

/**
 * Requests that were refused are lines of the log one by one while they are few. Of more than that a minute has one line with
 * their number, by what was asked and answered: anybody can have a thousand a second.
 */
function countRefused(log: Log): Readonly<{
  /** Whether this one has a line of its own. */
  isTold: (kind: string) => boolean;
  /** Says what was counted since the last time. */
  tell: () => void;
}> {
  let seen = new Map<string, number>();
  let told = 0;
  let timer: NodeJS.Timeout | null = null;

  function tell(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const more = [...seen].flatMap(([kind, count]) =>
      count > linesMax.each ? [[kind, count - linesMax.each] as const] : [],
    );
    const all = [...seen.values()].reduce((sum, count) => sum + count, 0);
    if (all > told)
      log.warn(
        { requests: all - told, byKind: Object.fromEntries(more) },
        "refused and not told one by one",
      );
    seen = new Map();
    told = 0;
  }

  return {
    isTold(given) {
      timer ??= setTimeout(tell, windowMs).unref();
      const kind = seen.has(given) || seen.size < kindsMax ? given : "other";
      const count = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, count);
      if (count > linesMax.each || told >= linesMax.all) return false;
      told += 1;
      return true;
    },
    tell,
  };
}

/**
 * The database and the jobs are there before the server that brings the log. What they have to say
 * until then is said through it once it is there.
 */
export function bufferedLogger(): Log & { use: (log: Log) => void } {
  let log: Log | null = null;
  const kept: ((log: Log) => void)[] = [];
  const say = (line: (log: Log) => void) => void (log ? line(log) : kept.push(line));
  return {
    info: (details, message) => say((to) => to.info(details, message)),
    warn: (details, message) => say((to) => to.warn(details, message)),
    error: (details, message) => say((to) => to.error(details, message)),
    use(real) {
      log = real;
      for (const line of kept.splice(0)) line(real);
    },
  };
}

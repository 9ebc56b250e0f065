import { permissions } from "@portal/shared/platform/permissions.ts";
import fastify from "fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Log } from "../log.ts";
import type { outageLog } from "./outage-log.ts";

/** Polled every few seconds, so logged at debug level while they succeed. */
export const quietPaths = /^\/(healthz|readyz|servez|metrics|assets\/)/;

const pathSchema = z.object({ path: z.string() });
/** Of the procedure names in one log line. */
const namedLettersMax = 200;
/** A tRPC request with more calls is refused. */
export const batchMax = 20;

/**
 * Headers, bodies and URLs are never logged, and secrets are redacted should a bug log them: a URL may hold the secret of a
 * link, or give access to an order.
 *
 * @param keep called with each line, beside standard output
 * @param outages sums up the lines of an outage
 */
export function requestLog(
  level: string,
  keep: ((line: string) => void) | null = null,
  outages: Pick<ReturnType<typeof outageLog>, "logMethod"> | null = null,
) {
  return {
    logController: new fastify.LogController({ disableRequestLogging: true }),
    logger:
      level === "silent"
        ? false
        : {
            level,
            ...(outages && { hooks: { logMethod: outages.logMethod } }),
            ...(keep && {
              stream: {
                write(line: string) {
                  process.stdout.write(line);
                  keep(line);
                },
              },
            }),
            // The library's own serializer logs the URL.
            serializers: {
              req: (request: FastifyRequest) => ({
                method: request.method,
                route: loggedRouteOf(request),
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

/** Known once the session was read. */
type LoggedCaller = Readonly<{ userId: number; impersonatedById: number | null }>;
const callers = new WeakMap<FastifyRequest["raw"], LoggedCaller>();

/** The log line of this request gets the ids of the caller. */
export function logAsker({ raw }: FastifyRequest, caller: LoggedCaller): void {
  callers.set(raw, caller);
}

/** The message of the line of a request, and of no other line. */
export const answeredMessage = "answered";

/** Logs one line for each response; where refusals are many, their number. */
export function logAnswers(app: FastifyInstance): void {
  const refusals = createRefusalCounter(app.log);
  app.addHook("onClose", async () => refusals.flush());
  app.addHook("onResponse", async (request, { statusCode: status, elapsedTime }) => {
    const isRefused = (status >= 400 && status < 500) || status === 503;
    // By its first procedure: a client could make up any number of batches.
    const kind = `${request.method} ${loggedRouteOf(request, 1)} ${status}`;
    if (isRefused && !refusals.hasOwnLine(kind)) return;
    const ms = Math.round(elapsedTime);
    const line = {
      method: request.method,
      route: loggedRouteOf(request),
      ...proceduresOf(request),
      status,
      ms,
      ...callers.get(request.raw),
    };
    const level = status >= 400 ? "warn" : quietPaths.test(request.url) ? "debug" : "info";
    request.log[level](line, answeredMessage);
  });
}

/** The route's pattern, never the URL; "other" where no route matches. */
export function routePatternOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? "other";
}

/** The route's pattern, with the names of at most `namesMax` procedures, for what is read by people. */
export function loggedRouteOf(request: FastifyRequest, namesMax = batchMax): string {
  const { procedures } = proceduresOf(request);
  return procedures ? `/trpc/${procedures.slice(0, namesMax).join(",")}` : routePatternOf(request);
}

/** The known procedures in the path of a tRPC request; anything else in it is not logged. */
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
/** Log lines a minute for refusals of one kind, and of all kinds together. */
const linesMax = { each: 10, all: 100 } as const;
/** Routes and statuses are ours, methods are the client's. */
const kindsMax = 200;

/**
 * Refusals have a log line each while they are few. Beyond that, one line a minute has their number by kind: any client can
 * cause a thousand a second.
 */
function createRefusalCounter(log: Log) {
  let counts = new Map<string, number>();
  let lines = 0;
  let timer: NodeJS.Timeout | null = null;

  /** Logs what was counted since the last time. */
  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const more = [...counts].flatMap(([kind, count]) =>
      count > linesMax.each ? [[kind, count - linesMax.each] as const] : [],
    );
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (all > lines)
      log.warn(
        { requests: all - lines, byKind: Object.fromEntries(more) },
        "refused and not told one by one",
      );
    counts = new Map();
    lines = 0;
  }

  return {
    hasOwnLine(given: string): boolean {
      timer ??= setTimeout(flush, windowMs).unref();
      const kind = counts.has(given) || counts.size < kindsMax ? given : "other";
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count > linesMax.each || lines >= linesMax.all) return false;
      lines += 1;
      return true;
    },
    flush,
  };
}

/** Holds lines back until the server, which brings the log, exists: the database and the jobs are started before it. */
export function bufferedLogger(): Log & { use: (log: Log) => void } {
  let log: Log | null = null;
  const held: ((log: Log) => void)[] = [];
  const write = (line: (log: Log) => void) => void (log ? line(log) : held.push(line));
  return {
    info: (details, message) => write((to) => to.info(details, message)),
    warn: (details, message) => write((to) => to.warn(details, message)),
    error: (details, message) => write((to) => to.error(details, message)),
    use(real) {
      log = real;
      for (const line of held.splice(0)) line(real);
    },
  };
}

import { permissions } from "@portal/shared/platform/permissions.ts";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { z } from "zod";
import { countRefused } from "./refused-requests.ts";

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
    request.log[quietPaths.test(request.url) ? "debug" : "info"](line, "answered");
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

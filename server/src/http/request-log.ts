import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";

/** Asked every few seconds by machines; of no interest until something is wrong. */
const quietPaths = /^\/(healthz|readyz|metrics|assets\/)/;

/** Headers and bodies are never logged, and are crossed out should a bug put them there. */
export function requestLog(level: string, keep: ((line: string) => void) | null = null) {
  return {
    logController: new fastify.LogController({ disableRequestLogging: true }),
    logger:
      level === "silent"
        ? false
        : {
            level,
            ...(keep && { stream: writingOutAnd(keep) }),
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

/** One line for each request when it is answered. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, { statusCode: status, elapsedTime }) => {
    const path = pathOf(request);
    const ms = Math.round(elapsedTime);
    const line = { method: request.method, path, status, ms, ...askers.get(request.raw) };
    request.log[quietPaths.test(path) ? "debug" : "info"](line, "answered");
  });
}

/** Without the query, which holds what people searched for. */
function pathOf({ url }: Pick<FastifyRequest, "url">): string {
  return url.split("?", 1)[0] ?? url;
}

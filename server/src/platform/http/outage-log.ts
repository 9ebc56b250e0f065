import type { FastifyBaseLogger } from "fastify";
import type { PinoLoggerOptions } from "fastify/types/logger.js";
import { isBusy } from "../ledger/busy.ts";

type LogMethod = NonNullable<NonNullable<PinoLoggerOptions["hooks"]>["logMethod"]>;
type Write = Parameters<LogMethod>[1];
type Outage = Readonly<{ message: string; error: Error & { code?: unknown }; write: Write }>;
type Open = Outage & { more: number; readonly timer: NodeJS.Timeout };

const windowMs = 10_000;
/** Messages are ours, so there are few kinds; one more is logged as it comes. */
const kindsMax = 100;

/**
 * While the database is away, every request and every loop fails in the same way. The first failure of a kind has a line with
 * its stack, then one line every ten seconds says how many more there were. Everything else is logged as it comes.
 */
export function outageLog() {
  const open = new Map<string, Open>();
  let root: FastifyBaseLogger | null = null;

  function begin(kind: string, outage: Outage): void {
    const timer = setTimeout(() => tell(kind), windowMs).unref();
    open.set(kind, { ...outage, more: 0, timer });
  }

  /** A kind of which nothing more came is over: its next failure has a stack again. */
  function tell(kind: string): void {
    const known = open.get(kind);
    open.delete(kind);
    if (!known) return;
    clearTimeout(known.timer);
    if (known.more === 0) return;
    write(known);
    begin(kind, known);
  }

  function write({ error, message, more, write: line }: Open): void {
    // Under another name than `err`, which the library writes with a stack.
    const failure = { name: error.name, message: error.message, code: error.code };
    if (root) Reflect.apply(line, root, [{ failure, more, seconds: windowMs / 1000 }, message]);
  }

  const logMethod: LogMethod = function logMethod(args, method) {
    const outage = outageIn(args, method);
    const kind = outage && `${outage.message} ${codeOf(outage.error)}`;
    const known = kind && open.get(kind);
    if (known) {
      known.more += 1;
      return;
    }
    Reflect.apply(method, this, args);
    if (outage && kind && open.size < kindsMax) begin(kind, outage);
  };

  return {
    logMethod,
    /** @param log gets the lines that sum up, which are of no request */
    use(log: FastifyBaseLogger): void {
      root = log;
    },
    /** Before the process ends. */
    flush(): void {
      for (const known of open.values()) {
        clearTimeout(known.timer);
        if (known.more > 0) write(known);
      }
      open.clear();
    },
  };
}

function codeOf({ code, message }: Outage["error"]): string {
  return typeof code === "string" ? code : message;
}

function outageIn(args: readonly unknown[], write: Write): Outage | null {
  const [details, message] = args;
  if (typeof details !== "object" || details === null || !("err" in details)) return null;
  const { err } = details;
  const error = err instanceof Error && isBusy(err.cause) ? err.cause : err;
  if (!(error instanceof Error) || !isBusy(error)) return null;
  return { error, message: typeof message === "string" ? message : error.message, write };
}

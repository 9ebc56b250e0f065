import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Database } from "../../db/database.ts";

export type LogKeeper = Readonly<{
  /** Takes one line of JSON as the log writes it; never waits and never throws. */
  write: (line: string) => void;
  stop: () => Promise<void>;
}>;

const pauseMs = 500;
const waitingMax = 2000;
const textMax = 2000;
const detailsMax = 8000;

const lineSchema = z.looseObject({ level: z.int(), time: z.number(), msg: z.string().default("") });
/** The same in every line of a process; what is left tells something. */
const ofEveryLine = new Set(["level", "time", "msg", "hostname", "v"]);

type Line = Readonly<{ at: string; level: number; text: string; details: string }>;

/**
 * Copies the log into the database, many lines at a time, so that the office can read what all processes
 * had to say. The output of the process has every line too: what the database cannot take is there alone.
 */
export function keepLog(db: Database): LogKeeper {
  const stopping = new AbortController();
  let waiting: Line[] = [];
  let lost = 0;

  async function flush(): Promise<void> {
    const lines = waiting;
    if (lines.length === 0) return;
    waiting = [];
    if (lost > 0) lines.push(lostLine(lost));
    lost = 0;
    try {
      await db.insertInto("app_log").values(lines).execute();
    } catch {
      // Said aloud it would be one more line that cannot be kept.
      lost += lines.length;
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      await flush();
    }
  })();

  return {
    write(text) {
      const line = lineFrom(text);
      if (line === null || waiting.length >= waitingMax) lost += 1;
      else waiting.push(line);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function lineFrom(text: string): Line | null {
  try {
    const { level, time, msg, ...rest } = lineSchema.parse(JSON.parse(text));
    const told = Object.entries(rest).filter(([name]) => !ofEveryLine.has(name));
    const details = JSON.stringify(Object.fromEntries(told));
    return {
      ...{ at: new Date(time).toISOString(), level, text: withoutNul(msg).slice(0, textMax) },
      details: details.length > detailsMax ? '{"cut":true}' : withoutNul(details),
    };
  } catch {
    return null;
  }
}

/** The database takes none, in text or in JSON. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "").replaceAll(String.raw`\u0000`, "");
}

function lostLine(lost: number): Line {
  const text = `${lost} lines of the log were not kept here; the process wrote them out.`;
  return { at: new Date().toISOString(), level: 40, text, details: "{}" };
}

import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";
import { type Disks, isDatabaseFull } from "../../platform/files/disks.ts";
import { answeredMessage } from "../../platform/http/request-log.ts";
import { type ByteBudget, byteBudget } from "../../platform/rate-limit/rate-limits.ts";

export type LogKeeper = Readonly<{
  /** Takes one line of JSON as the log writes it; never waits and never throws. */
  write: (line: string) => void;
  stop: () => Promise<void>;
}>;

const pauseMs = 500;
const waitingMax = 2000;
const textMax = 2000;
const detailsMax = 8000;
/** A shop's busy day is a tenth of it. */
const bytesPerDayMax = 128 * 1024 ** 2;
/** What a row takes besides its words. */
const rowBytes = 100;
/** Warnings and errors have the rest for themselves, however much was asked of us. */
const shareOfUsual = 0.75;
const warnLevel = 40;

const lineSchema = z.looseObject({ level: z.int(), time: z.number(), msg: z.string().default("") });
/** The same in every line of a process; what is left tells something. */
const ofEveryLine = new Set(["level", "time", "msg", "hostname", "v"]);

const now = (): string => new Date().toISOString();

type Line = Readonly<{ at: string; level: number; text: string; details: string }>;

/**
 * Copies the log into the database, many lines at a time, so that the office can read what all processes
 * had to say. The output of the process has every line too: ordinary requests, and what the database cannot take, are there alone. Anybody can make
 * us write lines, so there are so many bytes a day for them, and none where the disk is nearly full.
 */
export function keepLog(
  db: Database,
  {
    disks = async () => [],
    bytesPerDay = bytesPerDayMax,
  }: Readonly<{ disks?: Disks; bytesPerDay?: number }> = {},
): LogKeeper {
  const budget = byteBudget(db, { key: "bytes of the log", bytesPerDay, now });
  const stopping = new AbortController();
  let waiting: Line[] = [];
  let lost = 0;

  async function flush(): Promise<void> {
    const lines = waiting;
    if (lines.length === 0) return;
    waiting = [];
    const lostBefore = lost;
    lost = 0;
    try {
      const kept = (await isDatabaseFull(disks)) ? [] : await affordable(lines, budget);
      const missing = lostBefore + lines.length - kept.length;
      if (kept.length === 0) lost += missing;
      else {
        const rows = missing > 0 ? [...kept, lostLine(missing)] : kept;
        await db.insertInto("app_log").values(rows).execute();
      }
    } catch {
      // Said aloud it would be one more line that cannot be kept.
      lost += lostBefore + lines.length;
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
      if (line !== null && isOrdinary(line)) return;
      if (line === null || waiting.length >= waitingMax) lost += 1;
      else waiting.push(line);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** A request that got what it asked for: a busy day has a hundred thousand, and nobody looks for one here. */
function isOrdinary({ level, text }: Line): boolean {
  return level < warnLevel && text === answeredMessage;
}

async function affordable(lines: readonly Line[], budget: ByteBudget): Promise<Line[]> {
  const kept: Line[] = [];
  const spent = new Set<number>();
  for (const line of lines) {
    const share = line.level >= warnLevel ? 1 : shareOfUsual;
    const bytes = Buffer.byteLength(line.text) + Buffer.byteLength(line.details) + rowBytes;
    if (spent.has(share)) continue;
    if (await budget.spend(bytes, share)) kept.push(line);
    else spent.add(share);
  }
  return kept;
}

function lineFrom(text: string): Line | null {
  try {
    const { level, time, msg, ...rest } = lineSchema.parse(JSON.parse(text));
    const told = Object.entries(rest).filter(([name]) => !ofEveryLine.has(name));
    const details = JSON.stringify(Object.fromEntries(told));
    return {
      at: new Date(time).toISOString(),
      level,
      text: withoutNul(msg).slice(0, textMax),
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

import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";
import { type Disks, isDatabaseFull } from "../../platform/files/disks.ts";
import { answeredMessage } from "../../platform/http/request-log.ts";
import { type ByteBudget, byteBudget } from "../../platform/rate-limit/rate-limits.ts";

const pauseMs = 500;
const waitingMax = 2000;
const textMax = 2000;
const detailsMax = 8000;
/** Ten times what a busy day writes. */
const bytesPerDayMax = 128 * 1024 ** 2;
/** The overhead of a row besides its text. */
const rowBytes = 100;
/** The rest of the daily budget is reserved for warnings and errors. */
const shareOfUsual = 0.75;
const warnLevel = 40;

const lineSchema = z.looseObject({ level: z.int(), time: z.number(), msg: z.string().default("") });
/** Identical in every line of a process, or stored in columns of their own. */
const ofEveryLine = new Set(["level", "time", "msg", "hostname", "v"]);

const now = (): string => new Date().toISOString();

type Line = Readonly<{ at: string; level: number; text: string; details: string }>;

/**
 * Copies the log into the database in batches, so that the office can read the lines of all processes. Ordinary requests,
 * and what the database cannot take, are only in the output of the process. Because anyone can cause log lines, there is a
 * daily budget of bytes, and nothing is stored while the disk is nearly full.
 */
export function keepLog(
  db: Database,
  {
    disks = async () => [],
    bytesPerDay = bytesPerDayMax,
  }: Readonly<{ disks?: Disks; bytesPerDay?: number }> = {},
) {
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
      // Logging the failure would add another line that cannot be stored.
      lost += lostBefore + lines.length;
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      await flush();
    }
    // Lines that were logged during the last flush.
    await flush();
  })();

  return {
    /** Takes one line of JSON as the logger writes it; never waits and never throws. */
    write: (text: string): void => {
      const line = lineFrom(text);
      if (line !== null && isOrdinary(line)) return;
      if (line === null || waiting.length >= waitingMax) lost += 1;
      else waiting.push(line);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

/** A successful request: a busy day has a hundred thousand of them. */
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
    const own = Object.entries(rest).filter(([name]) => !ofEveryLine.has(name));
    const details = JSON.stringify(Object.fromEntries(own));
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

/** PostgreSQL accepts no NUL, neither in text nor in JSON. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "").replaceAll(String.raw`\u0000`, "");
}

function lostLine(lost: number): Line {
  const text = `${lost} lines of the log were not kept here; the process wrote them out.`;
  return { at: now(), level: warnLevel, text, details: "{}" };
}

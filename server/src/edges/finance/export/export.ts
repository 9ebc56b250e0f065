import { open, rename, rm } from "node:fs/promises";
import { findFreeTexts } from "../../../platform/free-text/free-text.store.ts";
import { textIdOf } from "../../../platform/free-text/text-ids.ts";
import { readHead } from "../../../platform/ledger/read-events.ts";
import { storedEvents } from "../../../platform/ledger/read-events.ts";
import {
  type ClockLimits,
  countingWithin,
  ledgerCatalogue,
} from "../../../projections/ledger-catalogue.ts";
import {
  asWrongUse,
  clockLimitsOf,
  clockOptions,
  noteLimits,
  wholeNumberOf,
} from "../cli/arguments.ts";
import {
  type CommandInput,
  type CommandResult,
  type FinanceCommand,
  type Session,
  WrongUse,
} from "../cli/command.ts";
import { formatEnvelope, publish } from "./envelope.ts";

type Positions = Readonly<{ from: number; to: number | null }>;
type Range = Positions & ClockLimits;
type Write = (text: string) => Promise<void>;

const eventsPerPage = 5000;

export const exportCommand: FinanceCommand = {
  name: "export",
  summary: "Export events to a file that import can read",
  argument: { name: "<file>", description: "one JSON event per line; - writes to standard output" },
  options: [
    { flags: "--from <position>", description: "first position (default 1)" },
    { flags: "--to <position>", description: "last position (default: the newest)" },
    ...clockOptions,
  ],
  prepare({ words: [file = ""], options, json }) {
    const range = rangeOf(options);
    clockLimitsOf(options, "UTC");
    if (file === "-" && json)
      throw new WrongUse("--json and - both use standard output. Name a file for the events.");
    return (session) =>
      runExport(session, file, { ...range, ...clockLimitsOf(options, session.region.timeZone) });
  },
};

async function runExport(session: Session, file: string, range: Range): Promise<CommandResult> {
  const head = await readHead(session.db);
  if (range.from > head && range.from > 1)
    throw new WrongUse(`--from ${range.from} is after the newest position, ${head}.`);
  const through = Math.min(range.to ?? head, head);
  noteLimits(session, "Export", range);
  if (file === "-") {
    const exported = await writeEvents(session, range, through, session.stdout);
    session.note(sentenceFor(exported, file));
    return { exitCode: 0, document: null, text: "" };
  }
  const exported = await intoFile(file, (write) => writeEvents(session, range, through, write));
  const document = { file, exported, from: range.from, to: through };
  return { exitCode: 0, document, text: sentenceFor(exported, file) };
}

async function writeEvents(
  { db, progress }: Session,
  { from, asOf, knownAt }: Range,
  through: number,
  write: Write,
): Promise<number> {
  const bar = progress("Exporting", "events");
  const counts = countingWithin({ asOf, knownAt });
  // Whether an event counts depends on those before it in its stream.
  const start = asOf === undefined && knownAt === undefined ? from : 1;
  let exported = 0;
  try {
    for (let after = start - 1; after < through; ) {
      const page = await storedEvents(db)
        .where("position", ">", after)
        .where("position", "<=", through)
        .limit(eventsPerPage)
        .execute();
      const last = page.at(-1);
      if (!last) break;
      const texts = await findFreeTexts(
        db,
        page.flatMap((event) => textIdOf(ledgerCatalogue.read(event)) ?? []),
      );
      const counted = page.filter((event) => counts(event) && event.position >= from);
      const lines = counted.map((event) => formatEnvelope({ ...event, ...publish(event, texts) }));
      await write(lines.map((line) => `${line}\n`).join(""));
      exported += counted.length;
      after = last.position;
      bar.advance(after - start + 1, through - start + 1);
    }
  } finally {
    bar.finish();
  }
  return exported;
}

/** Writes to a temporary file and renames it, so that a failed export leaves no file. */
async function intoFile(file: string, fill: (write: Write) => Promise<number>): Promise<number> {
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, "w");
    const exported = await fill((text) => handle.writeFile(text)).finally(() => handle.close());
    await rename(partial, file);
    return exported;
  } catch (error) {
    await rm(partial, { force: true });
    throw asWrongUse(file, error);
  }
}

function rangeOf({ from, to }: CommandInput["options"]): Positions {
  const first = from === undefined ? 1 : wholeNumberOf("--from", from);
  const last = to === undefined ? null : wholeNumberOf("--to", to);
  if (first < 1) throw new WrongUse("--from 0 is not a position. The first position is 1.");
  if (last !== null && first > last) throw new WrongUse(`--from ${first} is after --to ${last}.`);
  return { from: first, to: last };
}

function sentenceFor(exported: number, file: string): string {
  return `Exported ${exported} ${exported === 1 ? "event" : "events"} to ${file === "-" ? "standard output" : file}.`;
}

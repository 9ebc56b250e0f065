import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { readOnly } from "../../platform/db/database.ts";
import { findOrderCurrencies } from "../../catalogue/shop/one-currency.queries.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { importHistory } from "./import-history.ts";
import { readLines } from "./ndjson-lines.ts";
import { WrongUse } from "./wrong-use.ts";

/** About what a line of an export takes; only the bar needs it. */
const bytesPerEvent = 430;

export const importCommand: FinanceCommand = {
  name: "import",
  summary: "Bring events into the ledger: all of the file, or nothing of it",
  argument: { name: "<file>", description: "one JSON event a line; - reads standard input" },
  options: [],
  async prepare({ argument: file = "" }) {
    const bytes = file === "-" ? undefined : await sizeOf(file);
    return (session) => runImport(session, file, bytes);
  },
};

async function runImport(
  session: Session,
  file: string,
  bytes: number | undefined,
): Promise<CommandResult> {
  const bar = session.progress("Importing", "events");
  const total = bytes === undefined ? undefined : Math.ceil(bytes / bytesPerEvent);
  const source =
    file === "-" ? session.stdin() : createReadStream(file, { highWaterMark: 1 << 20 });
  try {
    const result = await importHistory(session.ownerPool, readLines(source), {
      advance: (done) => bar.advance(done, total),
    });
    await noteCurrencies(session);
    return { exitCode: 0, document: result, text: sentenceFor(result) };
  } catch (error) {
    const name = file === "-" ? "standard input" : file;
    throw error instanceof WrongUse
      ? new WrongUse(`${name}: ${error.message}; nothing was imported.`, { cause: error })
      : error;
  } finally {
    bar.finish();
    // A pipe that goes on after a refused line would keep the process waiting for its end.
    source.destroy();
  }
}

/** What happened is kept whatever it was in, and whoever brought it in learns what it means for payouts. */
async function noteCurrencies({ db, region, note }: Session): Promise<void> {
  const currencies = await findOrderCurrencies(readOnly(db));
  const others = currencies.filter((each) => each !== region.currency);
  if (others.length > 0)
    note(
      `The ledger has orders in ${others.join(" and ")}, and this portal sells in ${region.currency} (REGION). Wallets are of one currency: nothing is paid out where they add up two.`,
    );
}

function sentenceFor({
  imported,
  skipped,
  head,
}: {
  imported: number;
  skipped: number;
  head: number;
}): string {
  const known = skipped === 0 ? "" : `, ${skipped} were there already`;
  return `Imported ${imported} events${known}; the ledger is at position ${head}.`;
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new WrongUse(`${file} cannot be read (${error.code}).`);
  });
  if (!found) throw new WrongUse(`There is no file ${file}.`);
  if (found.isDirectory()) throw new WrongUse(`${file} is a folder, not a file of events.`);
  return found.size;
}

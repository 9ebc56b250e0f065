import { writeFile } from "node:fs/promises";
import { readOnly } from "../db/database.ts";
import { getCalendar } from "../features/statements/closing.queries.ts";
import { listSeals } from "../ledger/seals.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { readHead } from "./ledger-head.ts";
import { WrongUse } from "./wrong-use.ts";

const howTo = "Say where to: seal export FILE.";

export const sealCommand: FinanceCommand = {
  name: "seal",
  summary: "seal export FILE: the newest seal and the closed months, to be kept elsewhere",
  argument: { name: "<words...>", description: "export FILE" },
  options: [],
  prepare({ words }) {
    const [action, file, ...more] = words;
    if (action !== "export" || file === undefined || more.length > 0) throw new WrongUse(howTo);
    return (session) => exportSeals(session, file);
  },
};

/** The file is what `verify --anchor` takes. */
async function exportSeals({ db, region, note }: Session, file: string): Promise<CommandResult> {
  const newest = (await listSeals(readOnly(db))).at(-1);
  if (!newest)
    throw new WrongUse("Nothing is sealed yet: the portal seals within five minutes of an event.");
  const { closings } = await getCalendar(readOnly(db), region.region);
  const document = { seals: { newest }, closings };
  await writeFile(file, `${JSON.stringify(document, null, 1)}\n`);
  const unsealed = (await readHead(db)) - newest.throughPosition;
  if (unsealed > 0) note(`The last ${unsealed} events are not sealed yet.`);
  const months = closings.map(({ month }) => month).join(", ");
  return {
    exitCode: 0,
    document,
    text: `Wrote ${file}: the seal through position ${newest.throughPosition}, closed months: ${months || "none"}.`,
  };
}

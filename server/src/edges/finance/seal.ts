import { writeFile } from "node:fs/promises";
import { readOnly } from "../../platform/db/database.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { loadSealKey } from "../../platform/ledger/seal-key.ts";
import { changeSealKey, pinSealKey } from "../../platform/ledger/seal-keys.ts";
import { findNewestSeal, sealLedger } from "../../platform/ledger/seals.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { readHead } from "./ledger-head.ts";
import { WrongUse } from "./wrong-use.ts";

const howTo = "Say what to do: seal export FILE, seal new-key, or seal new-key lost.";

export const sealCommand: FinanceCommand = {
  name: "seal",
  summary:
    "seal export FILE: the newest seal and the closed months, to be kept elsewhere; seal new-key: changes the key",
  argument: { name: "<words...>", description: "export FILE, new-key, or new-key lost" },
  options: [],
  prepare({ words }) {
    const [action, what, ...more] = words;
    if (more.length > 0) throw new WrongUse(howTo);
    if (action === "export" && what !== undefined) return (session) => exportSeals(session, what);
    if (action !== "new-key" || (what !== undefined && what !== "lost")) throw new WrongUse(howTo);
    return (session) => newKey(session, what === "lost");
  },
};

/** What was not sealed yet is sealed by the key that was in force when it happened. */
async function newKey({ db, trust }: Session, isLost: boolean): Promise<CommandResult> {
  const { keysFolder } = trust;
  if (!isLost && (await pinSealKey(db, keysFolder)))
    await sealLedger(db, await loadSealKey(keysFolder));
  const named = await changeSealKey(db, keysFolder, { isLost });
  if (!named)
    throw new WrongUse(
      isLost
        ? `The seal key in ${keysFolder} is the ledger's: change it with "seal new-key".`
        : `The seal key in ${keysFolder} is not the ledger's. Put the right one back, or say "seal new-key lost".`,
    );
  const { number, publicKey, fromPosition } = named;
  const pinIt = isLost
    ? " Nobody signed it: name it in SEAL_PUBLIC_KEYS, with those before it."
    : "";
  return {
    exitCode: 0,
    document: named,
    text: `Seal key ${number} signs what follows position ${fromPosition}: ${publicKey}.${pinIt}`,
  };
}

/** The file is what `verify --anchor` takes. */
async function exportSeals({ db, region, note }: Session, file: string): Promise<CommandResult> {
  const newest = await findNewestSeal(readOnly(db));
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

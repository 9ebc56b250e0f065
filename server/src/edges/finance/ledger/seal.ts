import { getCalendar } from "../../../money/statements/closing.queries.ts";
import { keepVerification } from "../../../office/ledger-health/ledger-checks.ts";
import { readOnly } from "../../../platform/db/database.ts";
import { readHead } from "../../../platform/ledger/read-events.ts";
import {
  anchorFiles,
  anchorsSchema,
  findNewestSeal,
  type Seal,
  sealLedger,
} from "../../../platform/ledger/sealing.ts";
import {
  changeSealKey,
  loadSealKey,
  pinSealKey,
  readPinnedKeys,
} from "../../../platform/ledger/seal-keys.ts";
import { type Verification, verifyLedger } from "../../../platform/ledger/verify.ts";
import { writeOutput, readJsonFile } from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";

const howTo = "Choose one: seal export FILE, seal new-key, or seal new-key lost.";

export const sealCommand: FinanceCommand = {
  name: "seal",
  summary:
    "seal export FILE: save the newest seal and the closed months to keep elsewhere; seal new-key: change the key",
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

/** First seals the remaining events with the present key, if that is the ledger's. */
async function newKey({ db, trust, note }: Session, isLost: boolean): Promise<CommandResult> {
  const { keysFolder } = trust;
  const log = { warn: (_: object, sentence: string) => note(sentence) };
  if (!isLost && (await pinSealKey(db, keysFolder, log)))
    await sealLedger(db, await loadSealKey(keysFolder));
  const named = await changeSealKey(db, keysFolder, { isLost, log });
  if (!named)
    throw new WrongUse(
      isLost
        ? `The seal key in ${keysFolder} is the ledger's. Change it with "seal new-key".`
        : `The seal key in ${keysFolder} is not the ledger's. Restore the right one, or run "seal new-key lost".`,
    );
  const { number, publicKey, fromPosition } = named;
  const pinIt = isLost
    ? " No earlier key signed it. Add it to SEAL_PUBLIC_KEYS, after the earlier keys."
    : "";
  return {
    exitCode: 0,
    document: named,
    text: `Seal key ${number} signs what follows position ${fromPosition}: ${publicKey}.${pinIt}`,
  };
}

/** Writes a file for `verify --anchor`. */
async function exportSeals({ db, region, note }: Session, file: string): Promise<CommandResult> {
  const newest = await findNewestSeal(readOnly(db));
  if (!newest)
    throw new WrongUse("There are no seals yet. The portal seals within five minutes of an event.");
  const { closings } = await getCalendar(readOnly(db), region.region);
  const document = { seals: { newest }, closings };
  await writeOutput(file, `${JSON.stringify(document, null, 1)}\n`);
  const unsealed = (await readHead(db)) - newest.throughPosition;
  if (unsealed > 0) note(`The last ${unsealed} events are not sealed yet.`);
  const months = closings.map(({ month }) => month).join(", ");
  return {
    exitCode: 0,
    document,
    text: `Wrote ${file}: the seal through position ${newest.throughPosition}, closed months: ${months || "none"}.`,
  };
}

export const verifyCommand: FinanceCommand = {
  name: "verify",
  summary: "Check every hash and report the first position that was changed, inserted or removed",
  options: [
    {
      flags: "--anchor <file>",
      description: "seals kept elsewhere, in addition to ANCHOR_DIR; they must be in the ledger",
    },
  ],
  async prepare({ options: { anchor } }) {
    const anchors = anchor === undefined ? [] : await readAnchors(anchor);
    return async (session) => verify(session, [...anchors, ...(await exportedAnchors(session))]);
  },
};

/** The seals in ANCHOR_DIR are always compared, without an option. */
async function exportedAnchors({ trust }: Session): Promise<readonly Seal[]> {
  const files = await anchorFiles(trust.anchorDir);
  return (await Promise.all(files.map(readAnchors))).flat();
}

/** Also stores the result for the portal: damage stops payouts, a sound ledger allows them again. */
async function verify(session: Session, anchors: readonly Seal[]): Promise<CommandResult> {
  const { db, progress, trust } = session;
  const started = new Date();
  const pinnedKeys = [...trust.sealPublicKeys, ...(await readPinnedKeys(trust.keysFolder))];
  const bar = progress("Verifying", "events");
  const onProgress = (position: number, last: number): void => bar.advance(position, last);
  const verification = await verifyLedger(db, { anchors, pinnedKeys, onProgress }).finally(
    bar.finish,
  );
  await keepVerification(db, verification, started);
  if (pinnedKeys.length === 0 && verification.seals > 0)
    session.note(
      "No seal key is pinned, so a ledger sealed again with another key would pass. Set SEAL_PUBLIC_KEYS.",
    );
  return {
    exitCode: verification.damage === null ? 0 : 1,
    document: verification,
    text: verificationText(verification),
  };
}

function verificationText({ events, seals, damage }: Verification): string {
  if (damage === null)
    return `Ledger OK: ${events} ${events === 1 ? "event" : "events"}, ${seals} ${seals === 1 ? "seal" : "seals"}.`;
  return `The ledger is damaged at position ${damage.position} (${damage.what}): ${damage.explanation}.`;
}

function readAnchors(file: string): Promise<readonly Seal[]> {
  return readJsonFile(file, anchorsSchema, "contains no seals");
}

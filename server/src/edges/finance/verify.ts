import { anchorFiles, anchorsSchema } from "../../platform/ledger/anchors.ts";
import { readPinnedKeys } from "../../platform/ledger/seal-key.ts";
import type { Seal } from "../../platform/ledger/seals.ts";
import { type Verification, verifyLedger } from "../../platform/ledger/verify.ts";
import { keepVerification } from "../../office/ledger-health/keep-verification.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { readJsonFile } from "./json-file.ts";

export const verifyCommand: FinanceCommand = {
  name: "verify",
  summary: "Recompute every hash and name the first position that was altered, inserted or removed",
  options: [
    {
      flags: "--anchor <file>",
      description:
        "seals that were kept elsewhere, beside those in ANCHOR_DIR: they must be in the ledger",
    },
  ],
  async prepare({ options: { anchor } }) {
    const anchors = anchor === undefined ? [] : await readAnchors(anchor);
    return async (session) => verify(session, [...anchors, ...(await exportedAnchors(session))]);
  },
};

/** Found without being named: whoever forgets to name them is protected as well. */
async function exportedAnchors({ trust }: Session): Promise<readonly Seal[]> {
  const files = await anchorFiles(trust.anchorDir);
  return (await Promise.all(files.map(readAnchors))).flat();
}

/** What it finds is kept where the portal looks: damage stops payouts, and a whole ledger lets them go on. */
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
      "No seal key is pinned here, so a ledger that was sealed anew with another key would look whole: set SEAL_PUBLIC_KEYS.",
    );
  return {
    exitCode: verification.damage === null ? 0 : 1,
    document: verification,
    text: verificationText(verification),
  };
}

function verificationText({ events, seals, damage }: Verification): string {
  if (damage === null) return `The ledger is whole: ${events} events, ${seals} seals.`;
  return `The ledger is damaged at position ${damage.position} (${damage.what}): ${damage.explanation}.`;
}

function readAnchors(file: string): Promise<readonly Seal[]> {
  return readJsonFile(file, anchorsSchema, "holds no seal");
}

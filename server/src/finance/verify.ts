import { z } from "zod";
import type { Seal } from "../ledger/seals.ts";
import { type Verification, verifyLedger } from "../ledger/verify.ts";
import { keepVerification } from "../features/ledger-health/keep-verification.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { readJsonFile } from "./json-file.ts";

export const verifyCommand: FinanceCommand = {
  name: "verify",
  summary: "Recompute every hash and name the first position that was altered, inserted or removed",
  options: [
    {
      flags: "--anchor <file>",
      description: "seals that were kept elsewhere (of status --json): they must be in the ledger",
    },
  ],
  async prepare({ options: { anchor } }) {
    const anchors = anchor === undefined ? [] : await readAnchors(anchor);
    return (session) => verify(session, anchors);
  },
};

/** What it finds is kept where the portal looks: damage stops payouts, and a whole ledger lets them go on. */
async function verify({ db, progress }: Session, anchors: readonly Seal[]): Promise<CommandResult> {
  const started = new Date();
  const bar = progress("Verifying", "events");
  const onProgress = (position: number, last: number): void => bar.advance(position, last);
  const verification = await verifyLedger(db, { anchors, onProgress }).finally(bar.finish);
  await keepVerification(db, verification, started);
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

const sealSchema = z.object({
  throughPosition: z.int().positive(),
  eventCount: z.int().positive(),
  previousRoot: z.string(),
  root: z.string(),
  publicKey: z.string(),
  signature: z.string(),
  sealedAt: z.string(),
});

/** One seal, some seals, or what `status --json` printed. */
const anchorsSchema = z.union([
  z.array(sealSchema),
  sealSchema.transform((seal) => [seal]),
  z.object({ seals: z.object({ newest: sealSchema }) }).transform(({ seals }) => [seals.newest]),
]);

function readAnchors(file: string): Promise<readonly Seal[]> {
  return readJsonFile(file, anchorsSchema, "holds no seal");
}

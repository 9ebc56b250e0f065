import { type Database, readOnly } from "../../platform/db/database.ts";
import type { Verification } from "../../platform/ledger/verify.ts";
import { resultOfVerification } from "./chain-check.ts";
import {
  keepCheck,
  listChecks,
  wantChecks,
} from "../../platform/ledger-checks/ledger-check.store.ts";

/**
 * Writes what a verification of everything found in the place of the watch's last look, and has the
 * watch look at the rest. Kept whatever the watch found meanwhile: it has seen less.
 */
export async function keepVerification(
  db: Database,
  verification: Verification,
  started: Date,
): Promise<void> {
  const checkedAt = started.toISOString();
  const tookMs = Date.now() - started.getTime();
  const result = await resultOfVerification(readOnly(db), verification, checkedAt);
  const found = { checkedAt, position: result.through, tookMs, result };
  let isKept = false;
  while (!isKept) {
    const chain = (await listChecks(readOnly(db))).find(({ name }) => name === "chain");
    if (!chain) return;
    isKept = await keepCheck(db, chain, found);
  }
  await wantChecks(db, new Date().toISOString());
}

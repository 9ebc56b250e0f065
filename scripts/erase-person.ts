import { DomainError } from "@portal/shared/domain-error.ts";
import { randomUUID } from "node:crypto";
import { connectPool, databaseOn, patient } from "../server/src/db/connect.ts";
import { createInlineProjector } from "../server/src/features/books/inline-projector.ts";
import { erasePerson as erase } from "../server/src/features/erasure/erase-person.actions.ts";
import { completeErasedList } from "../server/src/features/erasure/erased-list.ts";
import { ledgerCatalogue } from "../server/src/features/ledger-catalogue.ts";
import { createLedger } from "../server/src/ledger/ledger.ts";
import { StartError } from "../server/src/start-error.ts";

/** Says what was forgotten; `listFile` is where the erased are written down for backups of before. */
export async function erasePerson(
  ownerUrl: string,
  given: string,
  listFile: string,
): Promise<string> {
  if (!/^[1-9]\d{0,8}$/.test(given)) {
    throw new StartError(`USERID must be the number of an account, not ${JSON.stringify(given)}.`, {
      exitCode: 2,
    });
  }
  const id = Number(given);
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 2, applicationName: "portal-erase" });
  const db = databaseOn(pool);
  const ledger = createLedger({
    ...{ pool, catalogue: ledgerCatalogue, projector: createInlineProjector() },
  });
  const command = {
    ...{ commandId: randomUUID(), request: { action: "erase", id }, occurredAt: now() },
    metadata: { source: "console", correlationId: `erase-${id}` },
  };
  try {
    const erased = await erase({ db, ledger, now }, command, id, async (tx) => {
      await tx
        .insertInto("audit_entry")
        .values({ at: now(), subject_id: id, action: "account.erased" })
        .execute();
    });
    await completeErasedList(db, listFile);
    const { addresses, sessions, orders } = erased;
    return `Erased account ${id}: ${addresses} addresses, ${sessions} sessions, and the notes of ${orders} orders. What the ledger says of the number stays.`;
  } catch (error) {
    if (error instanceof DomainError) throw new StartError(error.message, { exitCode: 2 });
    throw error;
  } finally {
    await ledger.close();
    await db.destroy();
  }
}

function now(): string {
  return new Date().toISOString();
}

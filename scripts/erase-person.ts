import { connect, patient } from "../server/src/db/connect.ts";
import {
  type EraseRefusal,
  eraseAccount,
} from "../server/src/features/accounts/erase-account.store.ts";
import { StartError } from "../server/src/start-error.ts";

const refusals: Record<EraseRefusal, string> = {
  unknown: "There is no account with this number.",
  "open-payout": "This account has an open payout request; settle or reject it first.",
};

/** Says what was forgotten. */
export async function erasePerson(ownerUrl: string, given: string): Promise<string> {
  if (!/^[1-9]\d{0,8}$/.test(given)) {
    throw new StartError(`USERID must be the number of an account, not ${JSON.stringify(given)}.`, {
      exitCode: 2,
    });
  }
  const db = connect(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-erase" });
  try {
    return await db.transaction().execute(async (tx) => {
      const erased = await eraseAccount(tx, Number(given), new Date().toISOString());
      if (typeof erased === "string") throw new StartError(refusals[erased], { exitCode: 2 });
      const { addresses, sessions, orders } = erased;
      return `Erased account ${given}: ${addresses} addresses, ${sessions} sessions, and the notes of ${orders} orders. The ledger is as it was.`;
    });
  } finally {
    await db.destroy();
  }
}

import type { Database } from "../../platform/db/database.ts";
import { forgetOldAllowances } from "../../platform/rate-limit/rate-limit.store.ts";
import { forgetOldTries } from "./sign-in-throttle.store.ts";

/** Tries and allowances that nothing counts any more, and codes and links that were over before that instant. */
export async function forgetOldSignIns(db: Database, before: string): Promise<void> {
  await forgetOldTries(db, before);
  await forgetOldAllowances(db, before);
  await db.deleteFrom("sign_in_code").where("expires_at", "<", before).execute();
  await db.deleteFrom("account_link").where("expires_at", "<", before).execute();
  await db.deleteFrom("invitation").where("expires_at", "<", before).execute();
}

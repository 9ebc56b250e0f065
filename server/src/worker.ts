import type { Log } from "./platform/log.ts";
import type { Database } from "./platform/db/database.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { erasedListIn } from "./office/erasure/erased-list.ts";
import { startWatchingDisks } from "./office/ledger-health/watch-disks.ts";
import { startWatchingLedger } from "./office/ledger-health/watch-ledger.ts";
import { startCountingSales } from "./office/reports/sales-count.actions.ts";
import { openMailer } from "./gateways/mail/mailer.ts";
import { openSmsSender } from "./gateways/sms/sms-sender.ts";
import { jobHandlers } from "./job-handlers.ts";
import { startJobs } from "./platform/jobs/pg-boss-jobs.ts";
import { pinSealKey, sealKeysIn } from "./platform/ledger/seal-keys.ts";
import { sealAndExport, startSealing } from "./platform/ledger/sealing.ts";

type Work = Readonly<{
  deps: Deps;
  /** A pool of its own, so that slow jobs do not take the connections that orders need. */
  db: Database;
  log: Log;
  databaseUrl: string;
}>;

/** Starts the background work: jobs, seals, checks of the ledger, sales figures of reports. */
export async function startWork(
  env: Env,
  { deps, db, log, databaseUrl }: Work,
  resources: AsyncDisposableStack,
): Promise<void> {
  const { now, shop } = deps;
  const mailer = openMailer(env.mail, shop.publicUrl);
  const sms = openSmsSender(env.sms);
  const erasedList = erasedListIn(env.dataDir);
  const sealing = { db, keysFolder: sealKeysIn(env.dataDir), anchorDir: env.anchorDir };
  if (!(await pinSealKey(db, sealing.keysFolder, log)))
    log.error({}, "the seal key in DATA_DIR does not match the ledger: this process seals nothing");
  const exportAnchors = () => sealAndExport(sealing, now());
  const handlers = jobHandlers({ ...deps, db, erasedList, exportAnchors, mailer, sms, log });
  const jobs = await startJobs({ databaseUrl, handlers, log });
  resources.defer(() => jobs.stop());
  resources.defer(startSealing({ ...sealing, now, log }).stop);
  resources.defer(startWatchingLedger({ databaseUrl, now, log, disks: deps.disks }).stop);
  resources.defer(startCountingSales(db, log).stop);
  resources.defer(startWatchingDisks(deps.disks, log).stop);
}

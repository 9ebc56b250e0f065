import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { connect } from "../server/src/platform/db/connect.ts";
import { diskFiles } from "../server/src/platform/files/disk-files.ts";
import { type DemoAccount, listDemoAccounts } from "../server/src/edges/demo/demo-accounts.ts";
import { type SeededDemo, seedDemo } from "../server/src/edges/demo/seed-demo.ts";

/** The demo's history ends yesterday, wherever on earth that is. */
function seedNow({ ownerUrl, filesDir, region }: Wanted): Promise<SeededDemo> {
  const until = new Date().toISOString().slice(0, 10);
  return seedDemo({ ownerUrl, until, files: diskFiles(filesDir), region });
}

type Wanted = Readonly<{ ownerUrl: string; filesDir: string; region: Region }>;

/** The demo's accounts, after a seed where the database was empty; refused where it holds something else. */
export async function seedOrRecognize(wanted: Wanted): Promise<readonly DemoAccount[]> {
  const accounts = listDemoAccounts();
  if (await holdsAccounts(wanted.ownerUrl, accounts)) return accounts;
  return (await seedNow(wanted)).accounts;
}

/** Null when there is something in the database already, which is then left as it is. */
export async function seedWhenEmpty(wanted: Wanted): Promise<SeededDemo | null> {
  return (await isEmpty(wanted.ownerUrl)) ? seedNow(wanted) : null;
}

async function holdsAccounts(ownerUrl: string, accounts: readonly DemoAccount[]): Promise<boolean> {
  const db = connect(ownerUrl, { poolSize: 1 });
  try {
    const rows = await db.selectFrom("account").select(["id", "email"]).execute();
    const known = new Set(rows.map(({ id, email }) => `${id} ${email}`));
    return accounts.every(({ id, email }) => known.has(`${id} ${email}`));
  } finally {
    await db.destroy();
  }
}

async function isEmpty(ownerUrl: string): Promise<boolean> {
  const db = connect(ownerUrl, { poolSize: 1 });
  try {
    const { rows } = await sql<{ empty: boolean }>`
      select not exists (select from public.ledger_events)
        and not exists (select from public.account) as empty`.execute(db);
    return rows[0]?.empty === true;
  } finally {
    await db.destroy();
  }
}

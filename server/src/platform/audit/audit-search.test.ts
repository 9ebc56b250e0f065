import { type ListAudit, listAuditSchema } from "@portal/shared/people/users/user-list.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { test } from "../../testing/shop-test.ts";
import { readOnly, type Tx } from "../db/database.ts";
import { rowOf } from "../db/rows.ts";
import { listAudit } from "./audit.queries.ts";
import { insertFreeText } from "../free-text/free-text.store.ts";

const long = test.extend("log", { scope: "file" }, async ({ shop, superuser }) => {
  await sql`
    insert into audit_entry (at, actor_id, action, target, details)
    select timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second', ${shop.people.admin},
      case when n % 2 = 0 then 'signed-in' else 'payout.paid' end, 'Q-' || n,
      jsonb_build_object('by', case when n % 500 = 0 then 'passkey' else 'password' end)
    from generate_series(1, 30000) n`.execute(shop.deps.db);
  await sql`vacuum (analyze) audit_entry`.execute(superuser);
  return 30_000;
});

/** By this connection, which tells of others later. */
async function entriesRead(tx: Tx): Promise<number> {
  const { entries } = await rowOf(
    tx,
    z.strictObject({ entries: z.int() }),
    sql`select seq_tup_read + coalesce(idx_tup_fetch, 0) as entries
    from pg_stat_xact_user_tables where relname = 'audit_entry'`,
  );
  return entries;
}

test("the audit trail is searched by what the screen says: sentences, names, details and free texts", async ({
  shop,
}) => {
  const { admin, ben } = shop.people;
  const actionsOf = async (search: string) =>
    (await (await shop.as(admin)).audit.list({ search })).rows.map(({ action }) => action);
  const textId = "0d9f1a7c-1111-4222-8333-444455556666";
  await insertFreeText(
    shop.deps.db,
    { id: textId, text: "asked by her brother" },
    { userId: ben },
    "2026-03-04T08:00:00.000Z",
  );
  const at = "2026-03-04T08:00:00.000Z";
  const details = JSON.stringify({
    by: "password",
    reason: { textId },
    amount: 32_500,
    device: 'a "quoted\\" word',
  });
  const action = "payout.corrected";
  await shop.deps.db
    .insertInto("audit_entry")
    .values({ at, action, details, subject_id: ben })
    .execute();

  expect(await actionsOf("her brother")).toEqual([action]);
  expect(await actionsOf("PASSWORD")).toEqual([action]);
  expect(await actionsOf("32500")).toEqual([action]);
  expect(await actionsOf('a "quoted\\" word')).toEqual([action]);
  expect(await actionsOf("date or reference")).toEqual([action]);
  expect(await actionsOf("ben person")).toEqual([action]);
  expect(await actionsOf("anna person")).toEqual([]);
  // The name of a detail is no text of the entry.
  expect(await actionsOf("amount")).toEqual([]);
});

describe("a long audit log", () => {
  long("is counted up to a thousand, and read to its end", async ({ shop, log }) => {
    const office = await shop.as(shop.people.admin);
    const page = (input: Partial<ListAudit>) => office.audit.list({ pageSize: 100, ...input });

    expect(await page({ search: "Q-" })).toMatchObject({ total: 1000, isCapped: true });
    expect(await page({ search: "passkey" })).toMatchObject({ total: 60, isCapped: false });
    const last = await page({ search: "Q-", page: log / 100 });
    expect(last).toMatchObject({ total: log, isCapped: false });
    expect(last.rows.map(({ target }) => target).slice(-2)).toEqual(["Q-2", "Q-1"]);
    const oldest = await page({ search: "Q-", sort: { by: "at", direction: "asc" } });
    expect(oldest.rows[0]).toMatchObject({ target: "Q-1" });
  });

  long.for(["Q-12345", "passkey", "password", "marked a payout", "nobody", "admin person"])(
    "is not read whole for “%s”",
    async (search, { shop, log }) => {
      const read = await shop.deps.db.transaction().execute(async (tx) => {
        const before = await entriesRead(tx);
        await listAudit(
          { readDb: readOnly(tx), shop: shop.deps.shop },
          listAuditSchema.parse({ search }),
        );
        return (await entriesRead(tx)) - before;
      });

      expect(read).toBeLessThan(log / 5);
    },
  );
});

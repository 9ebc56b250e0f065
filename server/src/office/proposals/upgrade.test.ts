import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, inject } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { test as base } from "../../testing/database-test.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../../testing/test-database.ts";

const all = path.resolve(import.meta.dirname, "../../../../migrations");

const test = base
  .extend("emptyUrl", async ({}, { onCleanup }) => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(inject("serverUrl"), name);
    onCleanup(() => dropDatabase(inject("serverUrl"), name));
    return databaseUrl(inject("serverUrl"), name);
  })
  .extend("formerMigrations", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-former-"));
    onCleanup(() => rm(folder, { recursive: true }));
    for (const name of await readdir(all))
      if (name < "0030") await copyFile(path.join(all, name), path.join(folder, name));
    return pathToFileURL(`${folder}/`);
  });

const ids = {
  open: randomUUID(),
  toDo: randomUUID(),
  used: randomUUID(),
  failed: randomUUID(),
  declined: randomUUID(),
};

// shows T151
test("what the release before left open ends, and what was decided is kept", async ({
  emptyUrl,
  formerMigrations,
}) => {
  await migrate(emptyUrl, formerMigrations);
  await using db = connect(emptyUrl);
  await sql`insert into account (id, email, first_name, last_name, role, password_hash, active)
    overriding system value values (1, 'one@shop.test', 'One', 'Admin', 'admin', 'x', true),
      (2, 'two@shop.test', 'Two', 'Admin', 'admin', 'x', true),
      (3, 'gone@shop.test', 'Gone', 'Admin', 'admin', 'x', false)`.execute(db);
  await sql`insert into proposal (id, kind, data, words, proposed_by, proposed_at, takes_effect_at,
      expires_at, state, decided_by, decided_at, used_at, failure)
    values
      (${ids.open}, 'limit', '{"region": "za", "above": null}', null, 1, now(),
        now() + interval '48 hours', now() + interval '14 days', 'open', null, null, null, null),
      (${ids.toDo}, 'credit', '{"userId": 2, "amount": 5, "questionId": null}', '{"text": "x"}', 1,
        now(), null, now() + interval '14 days', 'confirmed', 2, now(), null, null),
      (${ids.used}, 'bank', '{"bankName": "", "bankAccountName": "", "bankAccountType": "",
        "bankAccountNumber": "1", "bankBranchCode": ""}', null, 1, now(), null,
        now() + interval '14 days', 'confirmed', 2, now(), now(), null),
      (${ids.failed}, 'limit', '{"region": "uk", "above": 1}', null, 1, now(), null,
        now() + interval '14 days', 'confirmed', 2, now(), null, 'order.unknown'),
      (${ids.declined}, 'limit', '{"region": "uk", "above": 2}', null, 1, now(), null,
        now() + interval '14 days', 'declined', 2, now(), null, null)`.execute(db);

  await migrate(emptyUrl);

  const now = async (id: string) => {
    const found = await findProposal(db, id);
    return found && [found.way, found.state, found.failure, found.change.words];
  };
  expect(await now(ids.open)).toEqual(["alone", "void", "proposal.upgraded", null]);
  expect(await now(ids.toDo)).toEqual(["confirmed", "void", "proposal.upgraded", null]);
  expect(await now(ids.used)).toEqual(["confirmed", "confirmed", null, null]);
  expect(await now(ids.failed)).toEqual(["confirmed", "void", "order.unknown", null]);
  expect(await now(ids.declined)).toEqual(["confirmed", "declined", null, null]);
  const left = await db
    .selectFrom("account")
    .select("id")
    .where("left_office_at", "is not", null)
    .execute();
  expect(left).toEqual([{ id: 3 }]);
});

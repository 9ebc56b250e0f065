import { expect } from "vitest";
import { test } from "../../testing/shop-test.ts";
import { insertFreeText } from "../free-text/free-text.store.ts";

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
  const details = JSON.stringify({ by: "password", reason: { textId }, amount: 32_500 });
  const action = "payout.corrected";
  await shop.deps.db
    .insertInto("audit_entry")
    .values({ at, action, details, subject_id: ben })
    .execute();

  expect(await actionsOf("her brother")).toEqual([action]);
  expect(await actionsOf("PASSWORD")).toEqual([action]);
  expect(await actionsOf("32500")).toEqual([action]);
  expect(await actionsOf("date or reference")).toEqual([action]);
  expect(await actionsOf("ben person")).toEqual([action]);
  expect(await actionsOf("anna person")).toEqual([]);
  // The name of a detail is no text of the entry.
  expect(await actionsOf("amount")).toEqual([]);
});

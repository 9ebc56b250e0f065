import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0035-captions.ts");

test("a notice that was plain text reads the same, and captions go with their video", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  await db
    .updateTable("shop_setting")
    .set({ checkout_popup_text: "Closed & resting <Monday>\nBack on Tuesday\n" })
    .execute();
  const film = { title: "Film", filename: "f.mp4", bytes: 3, sha256: "a".repeat(64) };
  const { id: upload_id } = await db
    .insertInto("upload")
    .values({ ...film, category: "Training Videos", kind: "video", content_type: "video/mp4" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await migrate(olderUrl);
  const { text } = await db
    .selectFrom("shop_setting")
    .select("checkout_popup_text as text")
    .executeTakeFirstOrThrow();
  expect(text).toBe("<p>Closed &amp; resting &lt;Monday&gt;<br />Back on Tuesday</p>");

  const captions = { upload_id, vtt: "WEBVTT\n", updated_at: new Date().toISOString() };
  await db.insertInto("upload_captions").values(captions).execute();
  await sql`delete from upload`.execute(db);
  expect(await db.selectFrom("upload_captions").selectAll().execute()).toEqual([]);
  await db.destroy();
});

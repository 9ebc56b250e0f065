import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";

const upload = { title: "Film", filename: "f.mp4", bytes: 3, sha256: "a".repeat(64) };
const film = {
  ...upload,
  category: "Training Videos",
  kind: "video",
  content_type: "video/mp4",
} as const;

test("only a video has a duration, and its captions are deleted with it", async ({ db }) => {
  const { id } = await db
    .insertInto("upload")
    .values(film)
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("upload")
    .values({ ...upload, category: "Documents", kind: "file", content_type: "application/pdf" })
    .execute();
  await db.updateTable("upload").set({ seconds: 8 }).where("id", "=", id).execute();
  await expect(db.updateTable("upload").set({ seconds: 8 }).execute()).rejects.toThrow(
    "upload_seconds",
  );

  const captions = { upload_id: id, vtt: "WEBVTT\n", updated_at: new Date().toISOString() };
  await db.insertInto("upload_captions").values(captions).execute();
  await sql`delete from upload`.execute(db);
  expect(await db.selectFrom("upload_captions").selectAll().execute()).toEqual([]);
});

test("a product cannot refer to a picture that was not uploaded", async ({ db }) => {
  const product = { name: "Bottle", price: 325_00, product_code: "B" };
  await db
    .insertInto("product")
    .values({ ...product, id: 1 })
    .execute();
  await expect(
    db.updateTable("product").set({ image_id: 17 }).where("id", "=", 1).execute(),
  ).rejects.toThrow("product_image");
});

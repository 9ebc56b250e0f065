import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0030-training-media.ts");

test("an upload that was there keeps its words, and only a video has a length", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  const upload = { title: "Film", filename: "f.mp4", bytes: 3, sha256: "a".repeat(64) };
  const film = { ...upload, category: "Training Videos", kind: "video" } as const;
  const paper = { ...upload, category: "Documents", kind: "file" } as const;
  const { id } = await db
    .insertInto("upload")
    .values({ ...film, content_type: "video/mp4" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("upload")
    .values({ ...paper, content_type: "application/pdf" })
    .execute();
  await migrate(olderUrl);
  const rows = await db.selectFrom("upload").select(["title", "seconds"]).execute();
  expect(rows).toEqual([
    { title: "Film", seconds: null },
    { title: "Film", seconds: null },
  ]);
  await db.updateTable("upload").set({ seconds: 8 }).where("id", "=", id).execute();
  await expect(db.updateTable("upload").set({ seconds: 8 }).execute()).rejects.toThrow(
    "upload_seconds",
  );
  await db.destroy();
});

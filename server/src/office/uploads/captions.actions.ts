import { readFile } from "node:fs/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { StagedFile } from "../../platform/files/file-store.ts";
import { findUpload, lockUploads } from "../../platform/files/upload.store.ts";
import { cleanCaptions } from "./captions.rules.ts";

type Context = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/**
 * Adds captions to a video, or replaces them.
 *
 * @param file of `captionsBytesMax` bytes at most
 * @throws DomainError upload.unknown, upload.wrong-kind for an upload that is no video, upload.wrong-captions
 */
export async function saveCaptions(
  context: Context,
  id: number,
  file: Pick<StagedFile, "path">,
): Promise<{ id: number }> {
  const vtt = cleanCaptions(await readFile(file.path));
  await context.db.transaction().execute(async (tx) => {
    // The video must not be replaced meanwhile.
    await lockUploads(tx);
    if ((await findUpload(tx, id)).kind !== "video") throw new DomainError("upload.wrong-kind");
    await putCaptions(tx, id, vtt, context.now());
    await insertAudit(tx, context, { action: "upload.captions-changed", target: `upload ${id}` });
  });
  return { id };
}

/** @throws DomainError upload.unknown */
export async function removeCaptions(context: Context, id: number): Promise<{ id: number }> {
  await context.db.transaction().execute(async (tx) => {
    await findUpload(tx, id);
    const { numDeletedRows } = await tx
      .deleteFrom("upload_captions")
      .where("upload_id", "=", id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n)
      await insertAudit(tx, context, { action: "upload.captions-removed", target: `upload ${id}` });
  });
  return { id };
}

export async function putCaptions(tx: Tx, id: number, vtt: string, at: string): Promise<void> {
  await tx
    .insertInto("upload_captions")
    .values({ upload_id: id, vtt, updated_at: at })
    .onConflict((conflict) => conflict.column("upload_id").doUpdateSet({ vtt, updated_at: at }))
    .execute();
}

/** @throws DomainError upload.unknown for a video without captions */
export async function captionsOf(db: Database, id: number): Promise<string> {
  const found = await db
    .selectFrom("upload_captions")
    .select("vtt")
    .where("upload_id", "=", id)
    .executeTakeFirst();
  if (!found) throw new DomainError("upload.unknown");
  return found.vtt;
}

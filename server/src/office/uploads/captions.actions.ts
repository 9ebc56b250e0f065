import { readFile } from "node:fs/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { StagedFile } from "../../platform/files/file-store.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { cleanCaptions } from "./captions.rules.ts";
import { deleteCaptions, putCaptions } from "./captions.store.ts";
import { findUpload, lockUploads } from "../../platform/files/upload.store.ts";

type Desk = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/**
 * Gives a video the words that are said in it, for whoever does not hear them.
 *
 * @param file of `captionsBytesMax` bytes at most
 * @throws DomainError upload.unknown, upload.wrong-kind for what is no video, upload.wrong-captions
 */
export async function saveCaptions(
  desk: Desk,
  id: number,
  file: Pick<StagedFile, "path">,
): Promise<{ id: number }> {
  const vtt = cleanCaptions(await readFile(file.path));
  await desk.db.transaction().execute(async (tx) => {
    // Nobody puts another film in its place meanwhile.
    await lockUploads(tx);
    if ((await findUpload(tx, id)).kind !== "video") throw new DomainError("upload.wrong-kind");
    await putCaptions(tx, id, vtt, desk.now());
    await insertAudit(tx, desk, { action: "upload.captions-changed", target: `upload ${id}` });
  });
  return { id };
}

/** @throws DomainError upload.unknown */
export async function removeCaptions(desk: Desk, id: number): Promise<{ id: number }> {
  await desk.db.transaction().execute(async (tx) => {
    await findUpload(tx, id);
    if (await deleteCaptions(tx, id))
      await insertAudit(tx, desk, { action: "upload.captions-removed", target: `upload ${id}` });
  });
  return { id };
}

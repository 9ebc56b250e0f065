import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { StagedFile } from "../../platform/files/file-store.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { prepareContent } from "./prepare-content.ts";
import { removeUnused } from "./upload.actions.ts";
import {
  contentsOf,
  findUpload,
  lockUploads,
  replacePoster,
} from "../../platform/files/upload.store.ts";

type Desk = Pick<Caller, "db" | "files" | "user" | "impersonatedById" | "now">;

/**
 * Gives a video the picture that it shows before it plays, and notes how long it runs.
 *
 * @throws DomainError upload.unknown, upload.wrong-kind, upload.unreadable-picture
 */
export async function savePoster(
  desk: Desk,
  id: number,
  given: Readonly<{
    file: Readonly<{ staged: StagedFile; filename: string }>;
    seconds: number | undefined;
  }>,
): Promise<{ id: number }> {
  if ((await findUpload(desk.db, id)).kind !== "video") throw new DomainError("upload.wrong-kind");
  const { staged, filename } = given.file;
  await using prepared = await prepareContent(desk.files, staged, filename);
  const { kind, sizes, sha256, bytes, width, height } = prepared.content;
  if (kind !== "image" || width === null || height === null)
    throw new DomainError("upload.wrong-kind");

  await desk.db.transaction().execute(async (tx) => {
    await lockUploads(tx);
    // Its video may have been deleted or replaced by something else meanwhile.
    if ((await findUpload(tx, id)).kind !== "video") throw new DomainError("upload.wrong-kind");
    const old = await contentsOf(tx, id);
    await prepared.keep();
    const poster = [{ sha256, bytes, width, height }, ...sizes];
    await replacePoster(tx, id, { sizes: poster, seconds: given.seconds ?? null });
    await removeUnused(tx, desk.files, old);
    await insertAudit(tx, desk, { action: "upload.poster-changed", target: `upload ${id}` });
  });
  return { id };
}

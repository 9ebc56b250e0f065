import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Database, Tx } from "../../platform/db/database.ts";

/** In place of those that the video had. */
export async function putCaptions(tx: Tx, id: number, vtt: string, at: string): Promise<void> {
  await tx
    .insertInto("upload_captions")
    .values({ upload_id: id, vtt, updated_at: at })
    .onConflict((conflict) => conflict.column("upload_id").doUpdateSet({ vtt, updated_at: at }))
    .execute();
}

/** @returns false where there were none */
export async function deleteCaptions(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("upload_captions")
    .where("upload_id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
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

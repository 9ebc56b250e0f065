import { Readable } from "node:stream";
import { uploadBytesMax } from "@portal/shared/office/uploads.ts";
import sharp from "sharp";
import type { Tx } from "../../platform/db/database.ts";
import { prepareContent } from "../../office/uploads/prepare-content.ts";
import { insertUpload } from "../../platform/files/upload.store.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { type Drawing, productDrawings, townDrawings } from "./demo-drawings.ts";

type Uploaded = Readonly<{ by: number; at: string }>;

/** Drawn pictures of products and towns, taken in as the office would upload them. */
export async function insertDemoPictures(
  tx: Tx,
  files: FileStore,
  uploaded: Uploaded,
): Promise<void> {
  for (const [id, drawing] of productDrawings) {
    const imageId = await takeIn(tx, files, drawing, uploaded);
    await tx.updateTable("product").set({ image_id: imageId }).where("id", "=", id).execute();
  }
  for (const [town, drawing] of townDrawings) {
    const imageId = await takeIn(tx, files, drawing, uploaded);
    await tx
      .updateTable("testimonial")
      .set({ image_id: imageId })
      .where("town", "=", town)
      .execute();
  }
}

async function takeIn(
  tx: Tx,
  files: FileStore,
  { title, svg }: Drawing,
  uploaded: Uploaded,
): Promise<number> {
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  await using staged = await files.stage(Readable.from([png]), uploadBytesMax.image);
  await using prepared = await prepareContent(files, staged, `${title}.png`);
  await prepared.keep();
  const words = { category: "Photos", title, description: "", sortOrder: 0 } as const;
  return insertUpload(tx, words, prepared.content, uploaded);
}

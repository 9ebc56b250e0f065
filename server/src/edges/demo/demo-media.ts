import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { type UploadCategory, uploadBytesMax } from "@portal/shared/office/uploads.ts";
import type { Tx } from "../../platform/db/database.ts";
import { cleanCaptions } from "../../office/uploads/captions.rules.ts";
import { putCaptions } from "../../office/uploads/captions.store.ts";
import { prepareContent } from "../../office/uploads/prepare-content.ts";
import { insertUpload, replacePoster } from "../../platform/files/upload.store.ts";
import type { Paper } from "../../gateways/documents/pdf-document.ts";
import { printPdf } from "../../gateways/documents/pdf-printer.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { demoIds } from "./demo-people.ts";

type Uploaded = Readonly<{ by: number; at: string }>;
type Words = Readonly<{
  category: UploadCategory;
  title: string;
  description: string;
  sortOrder: number;
}>;

/** The films and posters that come with the demo. */
export const demoMediaFolder = path.join(import.meta.dirname, "media");
const videos = [
  {
    name: "first-order",
    seconds: 8,
    title: "Your first order",
    description: "From the price to the parcel, step by step.",
    hasCaptions: true,
  },
  {
    name: "growing-a-team",
    seconds: 12,
    title: "Growing a team",
    description: "Who to ask, and how to begin.",
    hasCaptions: false,
  },
] as const;

/** Who watched each video, the latest first. */
const viewers = [demoIds.anna, demoIds.ben, demoIds.sam, demoIds.anna] as const;

const documents: readonly Readonly<{ name: string; description: string; paper: Paper }>[] = [
  {
    name: "price-list.pdf",
    description: "What a bottle costs, for customers.",
    paper: paperOf("Price list", ["Original 50ml: R325.00", "Delivery per parcel: R100.00"]),
  },
  {
    name: "how-commission-works.pdf",
    description: "The three levels on one page.",
    paper: paperOf("How commission works", [
      "Level 1 earns 20% of its own sales, and 5% from levels 2 and 3.",
      "Level 2 earns 15% of its own sales, and 5% from level 3.",
      "Level 3 earns 10% of its own sales.",
    ]),
  },
];

/** Training videos with their posters, documents, and who opened them, as the office would upload them. */
export async function insertDemoMedia(tx: Tx, files: FileStore, uploaded: Uploaded): Promise<void> {
  for (const [at, { name, seconds, title, description, hasCaptions }] of videos.entries()) {
    const words = { category: "Training Videos", title, description, sortOrder: at + 1 } as const;
    const id = await takeIn(tx, files, {
      name: `${name}.mp4`,
      content: read(`${name}.mp4`),
      words,
      uploaded,
    });
    await insertPoster(tx, files, { id, name, seconds });
    if (hasCaptions) await insertCaptions(tx, { id, name, at: uploaded.at });
    const views = viewers.map((user_id, nth) => ({
      upload_id: id,
      user_id,
      at: hoursBefore(uploaded.at, nth * 29 + at * 7 + 5),
    }));
    await tx.insertInto("upload_access").values(views).execute();
  }
  for (const [at, { name, description, paper }] of documents.entries()) {
    const content = Readable.from([await printPdf(paper)]);
    const words = {
      category: "Documents",
      title: paper.title,
      description,
      sortOrder: at + 1,
    } as const;
    await takeIn(tx, files, { name, content, words, uploaded });
  }
}

async function takeIn(
  tx: Tx,
  files: FileStore,
  given: Readonly<{ name: string; content: Readable; words: Words; uploaded: Uploaded }>,
): Promise<number> {
  await using staged = await files.stage(given.content, uploadBytesMax.video);
  await using prepared = await prepareContent(files, staged, given.name);
  await prepared.keep();
  return insertUpload(tx, given.words, prepared.content, given.uploaded);
}

async function insertPoster(
  tx: Tx,
  files: FileStore,
  { id, name, seconds }: Readonly<{ id: number; name: string; seconds: number }>,
): Promise<void> {
  await using staged = await files.stage(read(`${name}.jpg`), uploadBytesMax.image);
  await using prepared = await prepareContent(files, staged, `${name}.jpg`);
  await prepared.keep();
  const { sha256, bytes, width, height, sizes } = prepared.content;
  const largest = { sha256, bytes, width: width ?? 0, height: height ?? 0 };
  await replacePoster(tx, id, { sizes: [largest, ...sizes], seconds });
}

async function insertCaptions(
  tx: Tx,
  { id, name, at }: Readonly<{ id: number; name: string; at: string }>,
): Promise<void> {
  const vtt = cleanCaptions(await readFile(path.join(demoMediaFolder, `${name}.vtt`)));
  await putCaptions(tx, id, vtt, at);
}

function hoursBefore(at: string, hours: number): string {
  return new Date(Date.parse(at) - hours * 3600_000).toISOString();
}

function read(name: string): Readable {
  return createReadStream(path.join(demoMediaFolder, name));
}

function paperOf(title: string, lines: readonly string[]): Paper {
  const blocks = [{ kind: "facts", lines } as const];
  return { language: "en-ZA", title, pages: [{ heading: title, blocks }] };
}

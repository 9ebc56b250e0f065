import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { uploadBytesMax } from "@portal/shared/office/uploads.ts";
import sharp from "sharp";
import { type PdfDocument, printPdf } from "../../gateways/documents/pdf-document.ts";
import { putCaptions } from "../../office/uploads/captions.actions.ts";
import { cleanCaptions } from "../../office/uploads/captions.rules.ts";
import { type PreparedContent, prepareContent } from "../../office/uploads/prepare-content.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { insertUpload, replacePoster } from "../../platform/files/upload.store.ts";
import { bottle, giftBox, pouch, refill, travelBottle } from "./demo-catalogue.ts";
import { demoIds } from "./demo-people.ts";

type Uploaded = Readonly<{ by: number; at: string }>;

/** The videos and posters that come with the demo. */
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
    description: "Who to ask and how to start.",
    hasCaptions: false,
  },
] as const;

/** The viewers of each video, the latest first. */
const viewers = [demoIds.anna, demoIds.ben, demoIds.sam, demoIds.anna] as const;

const documents: readonly Readonly<{ name: string; description: string; document: PdfDocument }>[] =
  [
    {
      name: "price-list.pdf",
      description: "What a bottle costs, for customers.",
      document: documentOf("Price list", [
        "Original 50ml: R325.00",
        "Delivery per parcel: R100.00",
      ]),
    },
    {
      name: "how-commission-works.pdf",
      description: "The three levels on one page.",
      document: documentOf("How commission works", [
        "Level 1 earns 20% of its own sales and 5% from levels 2 and 3.",
        "Level 2 earns 15% of its own sales, and 5% from level 3.",
        "Level 3 earns 10% of its own sales.",
      ]),
    },
  ];

/** Training videos with posters and captions, documents, and their access log, as if the office had uploaded them. */
export async function insertDemoMedia(tx: Tx, files: FileStore, uploaded: Uploaded): Promise<void> {
  for (const [at, { name, seconds, title, description, hasCaptions }] of videos.entries()) {
    const words = { category: "Training Videos", title, description, sortOrder: at + 1 } as const;
    const content = await store(files, `${name}.mp4`, read(`${name}.mp4`));
    const id = await insertUpload(tx, words, content, uploaded);
    await insertPoster(tx, files, { id, name, seconds });
    if (hasCaptions) {
      const vtt = cleanCaptions(await readFile(path.join(demoMediaFolder, `${name}.vtt`)));
      await putCaptions(tx, id, vtt, uploaded.at);
    }
    const views = viewers.map((user_id, nth) => ({
      upload_id: id,
      user_id,
      at: hoursBefore(uploaded.at, nth * 29 + at * 7 + 5),
    }));
    await tx.insertInto("upload_access").values(views).execute();
  }
  for (const [at, { name, description, document }] of documents.entries()) {
    const { title } = document;
    const words = { category: "Documents", title, description, sortOrder: at + 1 } as const;
    const content = await store(files, name, Readable.from([await printPdf(document)]));
    await insertUpload(tx, words, content, uploaded);
  }
}

async function store(
  files: FileStore,
  name: string,
  content: Readable,
): Promise<PreparedContent["content"]> {
  await using staged = await files.stage(content, uploadBytesMax.video);
  await using prepared = await prepareContent(files, staged, name);
  await prepared.keep();
  return prepared.content;
}

async function insertPoster(
  tx: Tx,
  files: FileStore,
  { id, name, seconds }: Readonly<{ id: number; name: string; seconds: number }>,
): Promise<void> {
  const picture = await store(files, `${name}.jpg`, read(`${name}.jpg`));
  const { sha256, bytes, width, height, sizes } = picture;
  const largest = { sha256, bytes, width: width ?? 0, height: height ?? 0 };
  await replacePoster(tx, id, { sizes: [largest, ...sizes], seconds });
}

function hoursBefore(at: string, hours: number): string {
  return new Date(Date.parse(at) - hours * 3600_000).toISOString();
}

function read(name: string): Readable {
  return createReadStream(path.join(demoMediaFolder, name));
}

function documentOf(title: string, lines: readonly string[]): PdfDocument {
  const blocks = [{ kind: "facts", lines } as const];
  return { language: "en-ZA", title, day: "2026-01-01", pages: [{ heading: title, blocks }] };
}

/** Drawings of products and towns, as if the office had uploaded them. */
export async function insertDemoPictures(
  tx: Tx,
  files: FileStore,
  uploaded: Uploaded,
): Promise<void> {
  for (const [id, drawing] of productDrawings) {
    const imageId = await insertDrawing(tx, files, drawing, uploaded);
    await tx.updateTable("product").set({ image_id: imageId }).where("id", "=", id).execute();
  }
  for (const [town, drawing] of townDrawings) {
    const imageId = await insertDrawing(tx, files, drawing, uploaded);
    await tx
      .updateTable("testimonial")
      .set({ image_id: imageId })
      .where("town", "=", town)
      .execute();
  }
}

async function insertDrawing(
  tx: Tx,
  files: FileStore,
  { title, svg }: Drawing,
  uploaded: Uploaded,
): Promise<number> {
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  const content = await store(files, `${title}.png`, Readable.from([png]));
  const words = { category: "Photos", title, description: "", sortOrder: 0 } as const;
  return insertUpload(tx, words, content, uploaded);
}

/** In a square of 300 by 300. */
type Drawing = Readonly<{ title: string; svg: string }>;

const paleGreen = "#f2f5f3";
const amber = "#f5a524";
const ink = "#10312b";
const glass = "#7a3e0a";
const shine = "#9a5412";

const root = `<g stroke="${ink}" stroke-width="2.2" stroke-linecap="round" fill="none">
  <path d="M100 170v13M100 183c0 10-14 7-14 18M100 183c0 10 14 7 14 18M86 201c0 6-8 6-8 14M86 201c0 6 6 6 6 14M114 201c0 6-6 6-6 14M114 201c0 6 8 6 8 14"/>
</g>`;
const body = `<path fill="${glass}" d="M78 76h44v14c22 8 34 24 34 46v138c0 9-7 16-16 16H60c-9 0-16-7-16-16V136c0-22 12-38 34-46z"/>
  <path fill="${shine}" d="M56 136c0-18 10-31 30-38v188H62c-4 0-6-3-6-7z"/>`;
const label = `<path fill="${paleGreen}" d="M44 154h112v88H44z"/><path stroke="${ink}" stroke-width="1.5" d="M44 170h112"/>
  ${root}<path stroke="${amber}" stroke-width="3" d="M70 229h60"/>`;
const dropper = `<path fill="#0a221e" d="M74 66h52v14H74zM84 34h32v32H84z"/>
  <path fill="#426057" d="M92 6h16c6 0 9 5 9 11v19H83V17c0-6 3-11 9-11z"/>`;
const cap = `<path fill="#0a221e" d="M76 40h48v40H76z"/>`;

function placed(parts: string, at: Readonly<{ x: number; y: number; scale: number }>): string {
  return `<g transform="translate(${at.x} ${at.y}) scale(${at.scale})">${parts}</g>`;
}

function square(background: string, parts: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 300 300">
  <rect width="300" height="300" fill="${background}"/>${parts}</svg>`;
}

const arch = `<path fill="${amber}" d="M60 300V150a90 90 0 0 1 180 0v150z"/>`;
const whole = body + label + dropper;
const small = [-1, 65, 131, 197].map((x) => placed(whole, { x, y: 72, scale: 0.52 }));

/** By the product's id. */
const productDrawings: ReadonlyMap<number, Drawing> = new Map([
  [
    bottle.id,
    {
      title: bottle.name,
      svg: square(paleGreen, arch + placed(whole, { x: 59, y: 18, scale: 0.91 })),
    },
  ],
  [travelBottle.id, { title: travelBottle.name, svg: square("#fbe9c8", small.join("")) }],
  [
    refill.id,
    {
      title: refill.name,
      svg: square("#dfe9e5", placed(body + label + cap, { x: 53, y: -17, scale: 0.97 })),
    },
  ],
  [
    giftBox.id,
    {
      title: giftBox.name,
      svg: square(
        paleGreen,
        `<path fill="${ink}" d="M50 120h200v140H50z"/><path fill="#1d4a41" d="M40 92h220v40H40z"/>
        <path fill="${amber}" d="M136 92h28v168h-28z"/>
        <path fill="none" stroke="${amber}" stroke-width="12" d="M150 92c-50-4-70-50-40-56 24-4 40 30 40 56zm0 0c50-4 70-50 40-56-24-4-40 30-40 56z"/>`,
      ),
    },
  ],
  [
    pouch.id,
    {
      title: pouch.name,
      svg: square(
        "#e9efec",
        `<path fill="#d9c9a8" d="M92 96h116c24 44 36 92 30 140-2 16-12 24-28 24H90c-16 0-26-8-28-24-6-48 6-96 30-140z"/>
        <path fill="#c9b78f" d="M88 62c20 10 104 10 124 0l-6 34H94z"/>
        <path stroke="${glass}" stroke-width="6" fill="none" stroke-linecap="round" d="M90 98h120M196 98c20 10 26 30 20 50M196 98c6 18 4 36-6 52"/>
        ${placed(root, { x: 50, y: 8, scale: 1 })}`,
      ),
    },
  ],
]);

/** By the town of a testimonial. */
const townDrawings: ReadonlyMap<string, Drawing> = new Map([
  [
    "Durban",
    {
      title: "The sea",
      svg: square(
        "#dfe9e5",
        `<circle cx="150" cy="150" r="64" fill="${amber}"/><path fill="${ink}" d="M0 176c50-22 100-22 150 0s100 22 150 0v124H0z"/>`,
      ),
    },
  ],
  [
    "Cape Town",
    {
      title: "The mountain",
      svg: square(
        "#fbe9c8",
        `<path fill="#426057" d="M0 300V220l60-30 24-80h132l24 80 60 30v80z"/><path fill="${paleGreen}" d="M72 112h156c6 0 8 22-4 24-16 2-22 20-42 14-22-6-34 12-58 2-20-8-34 2-48-14-8-8-10-26-4-26z"/>`,
      ),
    },
  ],
]);

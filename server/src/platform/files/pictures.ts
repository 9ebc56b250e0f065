import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { pictureWidths } from "@portal/shared/platform/pictures.ts";
import type { Sharp } from "sharp";

/** One size of a picture. */
export type EncodedPicture = Readonly<{ bytes: Buffer; width: number; height: number }>;

export const pictureContentType = "image/webp";
/** The size of a camera's picture. A file of a few kilobytes can decode to thousands of times as much. */
const pixelsMax = 50_000_000;
/** For formats that are decoded whole, at four bytes a pixel, and not line by line. */
const wholePixelsMax = 25_000_000;
const widest = Math.max(...pictureWidths);
const heightMax = 4000;

/** Loaded with the first picture, because it is large. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // A picture shares the machine with orders: one thread is enough.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * Re-encodes a picture in every size, the largest first: upright, without metadata (location, camera), and without any other
 * data hidden in the file.
 *
 * @throws DomainError upload.unreadable-picture
 */
export async function encodePicture(
  file: string,
): Promise<readonly [EncodedPicture, ...EncodedPicture[]]> {
  return inTurn(() => encodeAll(file));
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one at a time: concurrent pictures would take all memory. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work, work);
  last = turn.catch(() => {});
  return turn;
}

async function encodeAll(file: string): Promise<readonly [EncodedPicture, ...EncodedPicture[]]> {
  const sharp = await loadSharp();
  try {
    const { format, isProgressive } = await sharp(file).metadata();
    const isReadByLine = !isProgressive && (format === "jpeg" || format === "png");
    const limitInputPixels = isReadByLine ? pixelsMax : wholePixelsMax;
    const picture = sharp(file, { limitInputPixels, failOn: "error" });
    const largest = await webp(
      picture.autoOrient().resize({
        width: widest,
        height: heightMax,
        fit: "inside",
        withoutEnlargement: true,
      }),
    );
    const smaller: EncodedPicture[] = [];
    for (const width of pictureWidths)
      if (width < largest.width) smaller.push(await webp(sharp(largest.bytes).resize({ width })));
    return [largest, ...smaller];
  } catch {
    throw new DomainError("upload.unreadable-picture");
  }
}

async function webp(picture: Sharp): Promise<EncodedPicture> {
  const { data, info } = await picture
    .timeout({ seconds: 30 })
    .webp({ quality: 80, effort: 5 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

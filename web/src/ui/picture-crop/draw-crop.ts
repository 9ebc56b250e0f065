import { pictureWidths } from "@portal/shared/platform/pictures.ts";
import { type Crop, keptSide, shownSize, type Size } from "./crop.ts";

/** Around a photograph, which knows no transparency, it is white. */
export function paperOf(file: File): string | null {
  return file.type === "image/jpeg" ? "#FFFFFF" : null;
}

/** Draws what the frame shows, on paper of a colour or on none. */
export function drawCrop(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  crop: Crop,
  paper: string | null,
): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const { width: side } = canvas;
  const shown = shownSize(picture, { ...crop, turns: 0 });
  pen.clearRect(0, 0, side, side);
  if (paper !== null) {
    pen.fillStyle = paper;
    pen.fillRect(0, 0, side, side);
  }
  pen.save();
  pen.imageSmoothingQuality = "high";
  pen.translate((0.5 + crop.x) * side, (0.5 + crop.y) * side);
  pen.rotate((crop.turns * Math.PI) / 2);
  const [width, height] = [shown.width * side, shown.height * side];
  pen.drawImage(picture, -width / 2, -height / 2, width, height);
  pen.restore();
}

/** @returns what the frame shows as a file of its own, or null where the browser cannot make one */
export async function croppedFile(
  file: File,
  picture: ImageBitmap,
  crop: Crop,
): Promise<File | null> {
  const size: Size = picture;
  const canvas = document.createElement("canvas");
  const side = keptSide(size, crop, Math.max(...pictureWidths));
  canvas.width = side;
  canvas.height = side;
  const paper = paperOf(file);
  drawCrop(canvas, picture, crop, paper);
  const type = paper === null ? "image/png" : "image/jpeg";
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.95));
  return drawn && new File([drawn], file.name, { type: drawn.type });
}

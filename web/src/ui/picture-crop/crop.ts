/** A picture's width and height in pixels. */
export type Size = Readonly<{ width: number; height: number }>;

/**
 * How a picture lies under a square frame whose side is 1.
 * `zoom` 1 shows all of it; `x` and `y` are how far its middle lies from that of the frame.
 */
export type Crop = Readonly<{ turns: 0 | 1 | 2 | 3; zoom: number; x: number; y: number }>;

export const wholePicture: Crop = { turns: 0, zoom: 1, x: 0, y: 0 };
export const zoomMax = 4;
const nextTurn = [1, 2, 3, 0] as const;

/** The picture's size in sides of the frame, as it lies: turned, but not yet moved. */
export function shownSize(size: Size, { turns, zoom }: Crop): Size {
  const scale = zoom / Math.max(size.width, size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The zoom at which nothing of the frame stays empty. */
export function fillingZoom({ width, height }: Size): number {
  return Math.min(zoomMax, Math.max(width, height) / Math.min(width, height));
}

/** Moves it by parts of the frame; an edge of the picture never comes further in than it must. */
export function moved(size: Size, crop: Crop, by: Readonly<{ x: number; y: number }>): Crop {
  return withinFrame(size, { ...crop, x: crop.x + by.x, y: crop.y + by.y });
}

/** Zooms with what is in the middle staying there. */
export function zoomed(size: Size, crop: Crop, to: number): Crop {
  const zoom = Math.min(zoomMax, Math.max(1, to));
  const ratio = zoom / crop.zoom;
  return withinFrame(size, { ...crop, zoom, x: crop.x * ratio, y: crop.y * ratio });
}

/** Turns it to the right by a quarter, around the middle of the frame. */
export function turned(crop: Crop): Crop {
  // Zero minus, so that nothing is ever moved by minus nothing.
  return { ...crop, turns: nextTurn[crop.turns], x: 0 - crop.y, y: crop.x };
}

/** The side of what is kept, in pixels: those that the picture has, and no more than anybody is sent. */
export function keptSide({ width, height }: Size, { zoom }: Crop, sideMax: number): number {
  return Math.max(1, Math.min(sideMax, Math.round(Math.max(width, height) / zoom)));
}

function withinFrame(size: Size, crop: Crop): Crop {
  const shown = shownSize(size, crop);
  return { ...crop, x: within(crop.x, shown.width), y: within(crop.y, shown.height) };
}

function within(offset: number, length: number): number {
  const most = Math.max(0, (length - 1) / 2);
  return Math.min(most, Math.max(0 - most, offset));
}

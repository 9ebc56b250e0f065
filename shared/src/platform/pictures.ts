// Separate from the schemas, so that a page that only shows a picture does not load a validator.

/** The available widths of a picture in pixels, and the only values of `?w=`. */
export const pictureWidths = [96, 320, 480, 640, 960, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** A public picture. `version` changes with its content. */
export type Picture = { id: number; width: number; height: number; version: string };

/** The version makes the URL immutable, so it is cached without expiry. */
export function pictureUrl({ id, version }: Picture, width: PictureWidth): string {
  return `/resources/images/${id}?w=${width}&v=${version}`;
}

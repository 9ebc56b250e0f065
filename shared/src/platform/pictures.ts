// Apart from the schemas, so that a page that only shows a picture does not load a validator.

/** The sizes in which a picture is kept, in pixels of width; `?w=` takes these and no other. */
export const pictureWidths = [96, 320, 480, 640, 960, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** A picture that everybody may see, as pages show it. `version` changes with what is in it. */
export type Picture = { id: number; width: number; height: number; version: string };

/** With its version, an address never shows anything else and is kept for ever. */
export function pictureUrl({ id, version }: Picture, width: PictureWidth): string {
  return `/resources/images/${id}?w=${width}&v=${version}`;
}

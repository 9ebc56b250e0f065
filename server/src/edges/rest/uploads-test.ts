import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { test as shopTest, type TestShop } from "../../testing/shop-test.ts";

export type Context = Readonly<{
  url: string;
  bearer: (userId: number) => Promise<{ authorization: string }>;
  send: (form: FormData, uploadId?: number) => Promise<Response>;
  filesOnDisk: () => Promise<string[]>;
}>;

/** `test` with the shop listening on a port, and an admin who uploads. */
export const test = shopTest.extend(
  "context",
  { scope: "file" },
  async ({ shop }): Promise<Context> => {
    const url = await shop.app.listen({ port: 0 });
    const bearer = bearerOf(shop);
    const headers = await bearer(shop.people.admin);
    return {
      url,
      bearer,
      send: (body, uploadId = -1) =>
        fetch(`${url}/api/upload/save/${uploadId}`, { method: "POST", headers, body }),
      async filesOnDisk() {
        const entries = await readdir(shop.filesDir, { recursive: true, withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      },
    };
  },
);

function bearerOf({ deps }: TestShop) {
  return async (userId: number) => {
    const start = { device: "", withPassword: true, userId };
    return { authorization: `Bearer ${(await deps.sessions.start(start)).token}` };
  };
}

/** A photo with private data in its metadata. */
export async function aPhoto(width = 2400, height = 1600): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: 200, g: 120, b: 40 };
  const picture = sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "taken at home" } });
  return new Uint8Array(await picture.toBuffer());
}

export function aForm(
  content: Uint8Array<ArrayBuffer> | string,
  fields: Readonly<Record<string, string>> = {},
  name = "photo.jpg",
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set("file", new Blob([content]), name);
  return form;
}

import { pictureWidths } from "@portal/shared/platform/pictures.ts";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { z } from "zod";
import { products } from "../../testing/shop-test.ts";
import { aForm, aPhoto, test } from "./uploads-test.ts";

const answerSchema = z.object({ success: z.literal(true), id: z.int() });
const idOf = async (answer: Response) => answerSchema.parse(await answer.json()).id;
const reasonOf = async (answer: Response) =>
  z.object({ code: z.string().nullable() }).parse(await answer.json()).code;

describe("a picture", () => {
  // shows S7.12
  test("is stored in every size up to its own, upright, without the camera's metadata", async ({
    context,
    shop,
  }) => {
    const photo = await aPhoto();
    expect(Buffer.from(photo).includes("taken at home")).toBe(true);
    const id = await idOf(await context.send(aForm(photo, { title: "Bottle" })));

    for (const [asked, given] of [
      ...pictureWidths.map((width) => [`?w=${width}`, width] as const),
      ["", 1600] as const,
    ]) {
      const answer = await fetch(`${context.url}/resources/images/${id}${asked}`);
      expect(answer.headers.get("content-type")).toBe("image/webp");
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { width, exif } = await sharp(bytes).metadata();
      expect(width).toBe(given);
      expect(exif).toBeUndefined();
    }
    const admin = await shop.as(shop.people.admin);
    const { rows } = await admin.uploads.list({ category: "Photos", search: "bottle" });
    expect(rows).toEqual([
      expect.objectContaining({ id, title: "Bottle", filename: "photo.webp", kind: "image" }),
    ]);
  });

  test("is never enlarged", async ({ context }) => {
    const id = await idOf(await context.send(aForm(await aPhoto(200, 100))));
    const answer = await fetch(`${context.url}/resources/images/${id}?w=1600`);
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect({ width, height }).toEqual({ width: 200, height: 100 });
  });

  // shows R41, S7.13, T60
  test("is sent so that a browser only shows it", async ({ context }) => {
    const id = await idOf(await context.send(aForm(await aPhoto(100, 100))));
    const { headers } = await fetch(`${context.url}/resources/images/${id}`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    const etag = headers.get("etag") ?? "";
    const again = await fetch(`${context.url}/resources/images/${id}`, {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
    const forever = await fetch(`${context.url}/resources/images/${id}?v=${etag.slice(1, 13)}`);
    expect(forever.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const start = await fetch(`${context.url}/resources/images/${id}`, {
      headers: { range: "bytes=0-9" },
    });
    expect([start.status, (await start.arrayBuffer()).byteLength]).toEqual([206, 10]);
    for (const query of ["w=123", "w=1e9", "w=-96", "w=a"])
      expect((await fetch(`${context.url}/resources/images/${id}?${query}`)).status).toBe(404);
  });

  // shows S2.54, S3.22, S7.29
  test("can get another content and other texts under its id", async ({ context, shop }) => {
    const id = await idOf(await context.send(aForm(await aPhoto(100, 100), { title: "Old" })));
    const before = await context.filesOnDisk();
    expect(await idOf(await context.send(aForm(await aPhoto(90, 30), { title: "New" }), id))).toBe(
      id,
    );
    const answer = await fetch(`${context.url}/resources/images/${id}`);
    const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(width).toBe(90);
    const admin = await shop.as(shop.people.admin);
    await admin.uploads.update({ id, title: "Newer", description: "d", sortOrder: 3 });
    const { rows } = await admin.uploads.list({ search: "Newer" });
    expect(rows).toMatchObject([{ id, title: "Newer", description: "d", sortOrder: 3 }]);
    expect(await context.filesOnDisk()).not.toEqual(before);
  });
});

describe("deleting", () => {
  // shows S7.12
  test("removes a file with the last upload that uses it", async ({ context, shop }) => {
    const before = await context.filesOnDisk();
    const photo = await aPhoto(700, 700);
    const first = await idOf(await context.send(aForm(photo)));
    const kept = await context.filesOnDisk();
    const second = await idOf(await context.send(aForm(photo)));
    expect(await context.filesOnDisk()).toEqual(kept);

    const headers = await context.bearer(shop.people.admin);
    const remove = (id: number) =>
      fetch(`${context.url}/api/upload/${id}`, { method: "DELETE", headers });
    expect((await remove(first)).status).toBe(200);
    expect((await fetch(`${context.url}/resources/images/${first}`)).status).toBe(404);
    expect((await fetch(`${context.url}/resources/images/${second}`)).status).toBe(200);
    expect((await remove(second)).status).toBe(200);
    expect((await context.filesOnDisk()).toSorted()).toEqual(before.toSorted());
    expect((await remove(second)).status).toBe(404);
  });

  test("is refused while a product uses it", async ({ context, shop }) => {
    const id = await idOf(await context.send(aForm(await aPhoto(120, 120))));
    const set = (image_id: number | null) =>
      shop.deps.db
        .updateTable("product")
        .set({ image_id })
        .where("id", "=", products.bottle)
        .execute();
    await set(id);
    const admin = await shop.as(shop.people.admin);
    await expect(admin.uploads.delete({ id })).rejects.toThrow("This picture is in use.");
    await set(null);
    expect(await admin.uploads.delete({ id })).toEqual({ id });
  });

  test("concurrent with an upload of the same bytes loses no file", async ({ context, shop }) => {
    const photo = await aPhoto(333, 77);
    const admin = await shop.as(shop.people.admin);
    let id = await idOf(await context.send(aForm(photo)));
    for (let round = 0; round < 6; round += 1) {
      const [, answer] = await Promise.all([
        admin.uploads.delete({ id }),
        context.send(aForm(photo)),
      ]);
      id = await idOf(answer);
      expect((await fetch(`${context.url}/resources/images/${id}`)).status).toBe(200);
    }
  });
});

describe("the content of an upload", () => {
  // shows T374
  test("is replaced by whoever has shown the second factor just now", async ({ context, shop }) => {
    const id = await idOf(await context.send(aForm(await aPhoto(90, 90))));
    const left = { device: "", withPassword: false, userId: shop.people.admin };
    const headers = { authorization: `Bearer ${(await shop.deps.sessions.start(left)).token}` };
    const url = `${context.url}/api/upload/save/${id}`;
    const bytesOf = async () =>
      Buffer.from(await (await fetch(`${context.url}/resources/images/${id}`)).arrayBuffer());
    const before = await bytesOf();
    const replace = async () => aForm(await aPhoto(91, 40));
    const refused = await fetch(url, { method: "POST", headers, body: await replace() });
    expect(await reasonOf(refused)).toBe("access.password-needed");
    expect(await bytesOf()).toEqual(before);
    // Its texts need none.
    const words = new FormData();
    words.set("title", "Bottle");
    expect((await fetch(url, { method: "POST", headers, body: words })).status).toBe(200);
    expect((await context.send(await replace(), id)).status).toBe(200);
    expect(await bytesOf()).not.toEqual(before);
  });
});

describe("an upload that is not a picture", () => {
  test.for([
    [
      "a drawing that can hold scripts",
      "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
      "x.svg",
    ],
    ["a page", "<!doctype html><script>alert(1)</script>", "x.jpg"],
    ["a page that calls itself a picture", "<?xml version='1.0'?><html/>", "x.png"],
    ["text", "hello", "x.png"],
    ["nothing", "", "x.png"],
    ["a program", "\u007fELF\u0002\u0001\u0001", "x.jpg"],
  ] as const)("%s is refused", async ([, content, name], { context }) => {
    const before = await context.filesOnDisk();
    const answer = await context.send(aForm(content, {}, name));
    expect(answer.status).toBe(400);
    expect(await reasonOf(answer)).toBe("upload.wrong-kind");
    expect(await context.filesOnDisk()).toEqual(before);
  });

  test("a video is not accepted as a photo, and a PDF only as a document", async ({
    context,
    shop,
  }) => {
    const pdf = "%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF";
    expect(await reasonOf(await context.send(aForm(pdf)))).toBe("upload.wrong-kind");
    const id = await idOf(
      await context.send(aForm(pdf, { category: "Documents" }, "../../a\\b.html")),
    );
    const { rows } = await (await shop.as(shop.people.ben)).uploads.list({});
    expect(rows.find((row) => row.id === id)).toMatchObject({
      filename: "b.pdf",
      kind: "file",
      contentType: "application/pdf",
    });
    expect((await fetch(`${context.url}/resources/images/${id}`)).status).toBe(404);
  });
});

describe("visible uploads", () => {
  // shows S7.29
  test("are those of the user's categories", async ({ context, shop }) => {
    const id = await idOf(
      await context.send(aForm(await aPhoto(60, 60), { category: "Documents" })),
    );
    const { ben, sam, kim, admin } = shop.people;
    const listed = async (person: number) =>
      (await (await shop.as(person)).uploads.list({ category: "Documents" })).rows.length > 0;
    expect(await listed(ben)).toBe(true);
    expect(await listed(sam)).toBe(false);

    const statusFor = async (person: number | null) => {
      const headers = person === null ? {} : await context.bearer(person);
      return (await fetch(`${context.url}/resources/images/${id}`, { headers })).status;
    };
    expect(await statusFor(null)).toBe(401);
    expect(await statusFor(kim)).toBe(403);
    expect(await statusFor(sam)).toBe(403);
    expect(await statusFor(ben)).toBe(200);
    expect(await statusFor(admin)).toBe(200);
  });

  // shows S6.6
  test("only the office uploads or deletes", async ({ context, shop }) => {
    const body = () => aForm("x");
    for (const person of [shop.people.ben, shop.people.sam, shop.people.kim, null]) {
      const headers = person === null ? {} : await context.bearer(person);
      const status = person === null ? 401 : 403;
      const save = { method: "POST", headers, body: body() };
      expect((await fetch(`${context.url}/api/upload/save/-1`, save)).status).toBe(status);
      const remove = { method: "DELETE", headers };
      expect((await fetch(`${context.url}/api/upload/1`, remove)).status).toBe(status);
    }
  });
});

import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { captionsBytesMax } from "@portal/shared/office/uploads.ts";
import { demoMediaFolder } from "../demo/demo-media.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { aForm, aPhoto, type Context, test } from "./uploads-test.ts";

const film = new Uint8Array(await readFile(path.join(demoMediaFolder, "first-order.mp4")));
const pdf = new TextEncoder().encode("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");

const answerSchema = z.object({ success: z.literal(true), id: z.int() });
const idOf = async (answer: Response) => answerSchema.parse(await answer.json()).id;
const aFilm = (title = "First order") =>
  aForm(film, { category: "Training Videos", title }, "first-order.mp4");
const aPdfDocument = (name = "prices.pdf") => aForm(pdf, { category: "Documents" }, name);

describe("a training video", () => {
  // shows S7.19
  test("is sent in the ranges that a player requests", async ({ context, shop }) => {
    const id = await idOf(await context.send(aFilm()));
    const auth = await context.bearer(shop.people.sam);
    const url = `${context.url}/resources/videos/${id}.mp4`;
    const whole = await fetch(url, { headers: auth });
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "video/mp4",
      "accept-ranges": "bytes",
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "content-security-policy": "default-src 'none'; media-src 'self'; sandbox",
    });

    const piece = await fetch(url, { headers: { ...auth, range: "bytes=100-199" } });
    expect(piece.status).toBe(206);
    expect(piece.headers.get("content-range")).toBe(`bytes 100-199/${film.length}`);
    expect(piece.headers.get("content-length")).toBe("100");
    expect(Buffer.from(await piece.arrayBuffer()).equals(film.slice(100, 200))).toBe(true);

    const behind = await fetch(url, { headers: { ...auth, range: `bytes=${film.length}-` } });
    expect(behind.status).toBe(416);
    expect(behind.headers.get("content-range")).toBe(`bytes */${film.length}`);
    for (const range of [`bytes=${"0-,".repeat(1000)}0-`, "bytes=9-1", "bytes=0-1,4-5"]) {
      const answer = await fetch(url, { headers: { ...auth, range } });
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(film.length);
    }
  });

  test("is sent completely if it has changed", async ({ context, shop }) => {
    const id = await idOf(await context.send(aFilm()));
    const auth = await context.bearer(shop.people.ben);
    const url = `${context.url}/resources/videos/${id}.mp4`;
    const etag = (await fetch(url, { method: "HEAD", headers: auth })).headers.get("etag") ?? "";
    const asked = { ...auth, range: "bytes=0-9" };
    const same = await fetch(url, { headers: { ...asked, "if-range": etag } });
    expect(same.status).toBe(206);
    const other = await fetch(url, { headers: { ...asked, "if-range": '"older"' } });
    expect(other.status).toBe(200);
    const kept = await fetch(url, { headers: { ...auth, "if-none-match": etag } });
    expect(kept.status).toBe(304);
  });

  test("answers HEAD with its length", async ({ context, shop }) => {
    const id = await idOf(await context.send(aFilm()));
    const headers = await context.bearer(shop.people.anna);
    const url = `${context.url}/resources/videos/${id}.mp4`;
    const head = await fetch(url, { method: "HEAD", headers });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(film.length));
  });

  // shows R41, T60
  test("is recognized by its content only", async ({ context, shop }) => {
    const renamed = await context.send(aForm(pdf, { category: "Training Videos" }, "film.mp4"));
    expect(await renamed.json()).toMatchObject({ code: "upload.wrong-kind" });
    const named = aForm(film, { category: "Training Videos" }, "film.exe");
    const id = await idOf(await context.send(named));
    const admin = await shop.as(shop.people.admin);
    const { rows } = await admin.uploads.list({ category: "Training Videos" });
    expect(rows.find((row) => row.id === id)).toMatchObject({
      filename: "film.mp4",
      kind: "video",
      contentType: "video/mp4",
      bytes: film.length,
    });
  });
});

describe("the poster of a video", () => {
  test("is visible to those who may see the video, and is deleted with it", async ({
    context,
    shop,
  }) => {
    const before = (await context.filesOnDisk()).toSorted();
    const form = aForm(await otherFilm(), { category: "Training Videos" }, "x.mp4");
    const id = await idOf(await context.send(form));
    const send = async (body: FormData) => {
      const headers = await context.bearer(shop.people.admin);
      const address = `${context.url}/api/upload/poster/${id}`;
      return fetch(address, { method: "POST", headers, body });
    };
    expect((await send(aForm(await aPhoto(640, 360), { seconds: "7.9" }))).status).toBe(200);
    const asSam = await shop.as(shop.people.sam);
    const { rows } = await asSam.uploads.list({ category: "Training Videos" });
    expect(rows.find((row) => row.id === id)).toMatchObject({
      seconds: 8,
      hasPoster: true,
      views: null,
    });
    const url = `${context.url}/resources/images/${id}?w=480`;
    const poster = await fetch(url, { headers: await context.bearer(shop.people.sam) });
    expect(poster.headers.get("content-type")).toBe("image/webp");
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: await context.bearer(shop.people.kim) })).status).toBe(403);

    const refused = await send(aForm("no picture"));
    expect(await refused.json()).toMatchObject({ code: "upload.wrong-kind" });
    expect((await send(aForm(await aPhoto(320, 180)))).status).toBe(200);
    await (await shop.as(shop.people.admin)).uploads.delete({ id });
    expect((await context.filesOnDisk()).toSorted()).toEqual(before);
  });
});

describe("the captions of a video", () => {
  const vtt = "WEBVTT\n\n00:01.000 --> 00:02.500\n<v Thandi>Add &amp; pay\n";
  type Content = string | Uint8Array<ArrayBuffer>;
  const sender =
    (context: Context, { people }: TestShop) =>
    async (id: number, content: Content) =>
      fetch(`${context.url}/api/upload/captions/${id}`, {
        method: "POST",
        headers: await context.bearer(people.admin),
        body: aForm(content, {}, "captions.vtt"),
      });

  // shows S2.53
  test("are for those who may see the video, as captions and as a transcript", async ({
    context,
    shop,
  }) => {
    const send = sender(context, shop);
    const { people } = shop;
    const id = await idOf(await context.send(aFilm()));
    const url = `${context.url}/resources/captions/${id}`;
    const sam = { headers: await context.bearer(people.sam) };
    expect((await fetch(`${url}.vtt`, sam)).status).toBe(404);
    expect((await send(id, vtt)).status).toBe(200);

    const captions = await fetch(`${url}.vtt`, sam);
    expect(captions.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
    expect(captions.headers.get("content-security-policy")).toContain("sandbox");
    expect(await captions.text()).toContain("00:00:01.000 --> 00:00:02.500\n<v Thandi>Add");
    const transcript = await fetch(`${url}.txt`, sam);
    expect(transcript.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await transcript.text()).toBe("Add & pay\n");
    expect((await fetch(`${url}.vtt`)).status).toBe(401);
    const kim = { headers: await context.bearer(people.kim) };
    expect((await fetch(`${url}.txt`, kim)).status).toBe(403);

    const asSam = await shop.as(people.sam);
    const isFlagged = async () =>
      (await asSam.uploads.list({ category: "Training Videos" })).rows.find((row) => row.id === id)
        ?.hasCaptions;
    expect(await isFlagged()).toBe(true);
    await expect(asSam.uploads.removeCaptions({ id })).rejects.toThrow("do not have access");
    await (await shop.as(people.admin)).uploads.removeCaptions({ id });
    expect(await isFlagged()).toBe(false);
  });

  test("are refused if they are invalid, too large, or not for a video", async ({
    context,
    shop,
  }) => {
    const send = sender(context, shop);
    const { people } = shop;
    const id = await idOf(await context.send(aFilm()));
    const document = await idOf(await context.send(aPdfDocument()));
    expect(await (await send(id, "1\n00:00:01,000")).json()).toMatchObject({
      code: "upload.wrong-captions",
    });
    expect(await (await send(id, film)).json()).toMatchObject({
      code: "upload.wrong-captions",
    });
    const large = await send(id, vtt + "x".repeat(captionsBytesMax));
    expect(await large.json()).toMatchObject({ code: "upload.too-large" });
    expect(await (await send(document, vtt)).json()).toMatchObject({
      code: "upload.wrong-kind",
    });
    const asBen = { method: "POST", headers: await context.bearer(people.ben), body: aForm(vtt) };
    expect((await fetch(`${context.url}/api/upload/captions/${id}`, asBen)).status).toBe(403);
  });

  test("are deleted with their video", async ({ context, shop }) => {
    const send = sender(context, shop);
    const { people } = shop;
    const id = await idOf(await context.send(aFilm()));
    await send(id, vtt);
    const other = aForm(await otherFilm(), { category: "Training Videos" }, "x.mp4");
    expect((await context.send(other, id)).status).toBe(200);
    const admin = { headers: await context.bearer(people.admin) };
    expect((await fetch(`${context.url}/resources/captions/${id}.vtt`, admin)).status).toBe(404);
  });
});

describe("a document", () => {
  // shows S2.55
  test("is downloaded under its own name, whatever letters it has", async ({ context, shop }) => {
    const id = await idOf(await context.send(aPdfDocument("Pryslys für 2026.pdf")));
    const headers = await context.bearer(shop.people.skye);
    const answer = await fetch(`${context.url}/resources/files/${id}`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Pryslys f_r 2026.pdf\"; filename*=UTF-8''Pryslys%20f%C3%BCr%202026.pdf",
    );
    const shown = await fetch(`${context.url}/resources/files/${id}?show=1`, { headers });
    expect(shown.headers.get("content-disposition")).toBe("inline");
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("permission to open an upload", () => {
  // shows R44, S2.55, S3.29, S6.21, T63
  test("depends on the category and the role", async ({ context, shop }) => {
    const video = `/resources/videos/${await idOf(await context.send(aFilm()))}.mp4`;
    const document = `/resources/files/${await idOf(await context.send(aPdfDocument()))}`;
    const { anna, cara, skye, sam, kim, admin } = shop.people;
    const statusOf = async (url: string, person: number | null) => {
      const headers = person === null ? {} : await context.bearer(person);
      return (await fetch(`${context.url}${url}`, { headers })).status;
    };
    for (const person of [anna, cara, skye, admin]) {
      expect(await statusOf(video, person)).toBe(200);
      expect(await statusOf(document, person)).toBe(200);
    }
    expect(await statusOf(video, sam)).toBe(200);
    expect(await statusOf(document, sam)).toBe(404);
    for (const url of [video, document]) {
      expect(await statusOf(url, kim)).toBe(url === video ? 403 : 404);
      expect(await statusOf(url, null)).toBe(401);
    }
  });

  test.for([
    "/resources/videos/1.mp4/../../package.json",
    "/resources/videos/..%2f..%2fpackage.json.mp4",
    "/resources/videos/1",
    "/resources/videos/1.mp4%00.mp4",
    "/resources/videos/%.mp4",
    `/resources/videos/${"1".repeat(5000)}.mp4`,
    "/resources/captions/1.vtt/..",
    "/resources/captions/..%2f1.vtt",
    "/resources/captions/1.html",
    "/resources/files/..%2fpackage.json",
    "/resources/files/1.pdf",
    "/resources/files/-1",
    "/resources/files/99999999",
  ])("%s leads to nothing", async (url, { context, shop }) => {
    const headers = await context.bearer(shop.people.admin);
    const answer = await shop.app.inject({ url, headers });
    expect([400, 404, 414]).toContain(answer.statusCode);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  });
});

describe("the access log", () => {
  // shows R44, S3.28, S7.38, T63
  test("has one line for each view, with the user", async ({ context, shop, superuser }) => {
    const id = await idOf(await context.send(aFilm()));
    const { ben, sam, admin } = shop.people;
    const asBen = await shop.as(ben);
    await Promise.all([asBen.uploads.logAccess({ id }), asBen.uploads.logAccess({ id })]);
    await (await shop.as(sam)).uploads.logAccess({ id });
    await sql`update upload_access set at = '2026-01-01' where user_id = ${ben}`.execute(superuser);
    await asBen.uploads.logAccess({ id });

    const office = await shop.as(admin);
    const log = await office.uploads.accessLog({ id });
    expect(log).toMatchObject({ total: 3, people: 2 });
    expect(log.rows.map(({ userId, timesInAll }) => `${userId}: ${timesInAll}`)).toEqual(
      expect.arrayContaining([`${ben}: 2`, `${sam}: 1`]),
    );
    expect(await office.uploads.accessLog({ id, search: "SAM" })).toMatchObject({
      total: 1,
      people: 1,
      rows: [{ userId: sam }],
    });
    const { rows } = await office.uploads.list({ category: "Training Videos" });
    expect(rows.find((row) => row.id === id)?.views).toBe(3);

    const headers = await context.bearer(admin);
    const csv = await fetch(`${context.url}/office/uploads/${id}/access-log.csv`, { headers });
    const lines = (await csv.text()).trim().split("\r\n");
    expect(lines[0]).toContain("Date,User ID,Name,Role,Count");
    expect(lines).toHaveLength(4);
    const asSam = await context.bearer(sam);
    const refused = await fetch(csv.url, { headers: asSam });
    expect(refused.status).toBe(403);
  });

  // shows S3.28
  test("counts a document whatever range of it is requested, once for its ranges", async ({
    context,
    shop,
  }) => {
    const id = await idOf(await context.send(aPdfDocument()));
    const headers = await context.bearer(shop.people.anna);
    const url = `${context.url}/resources/files/${id}`;
    const total = async () =>
      (await (await shop.as(shop.people.admin)).uploads.accessLog({ id })).total;
    await fetch(url, { method: "HEAD", headers });
    expect(await total()).toBe(0);
    await (await fetch(url, { headers: { ...headers, range: "bytes=1-" } })).arrayBuffer();
    expect(await total()).toBe(1);
    await (await fetch(url, { headers })).arrayBuffer();
    expect(await total()).toBe(1);
  });

  // shows S6.18
  test("is not written for users without permission", async ({ context, shop }) => {
    const id = await idOf(await context.send(aPdfDocument()));
    const { sam, kim } = shop.people;
    for (const [person, code] of [
      [sam, "NOT_FOUND"],
      [kim, "FORBIDDEN"],
    ] as const)
      await expect((await shop.as(person)).uploads.logAccess({ id })).rejects.toMatchObject({
        code,
      });
    expect((await (await shop.as(shop.people.admin)).uploads.accessLog({ id })).total).toBe(0);
  });
});

describe("the order of a category", () => {
  // shows S2.54, S6.18
  test("changes by one position, within its ends", async ({ context, shop }) => {
    const admin = await shop.as(shop.people.admin);
    const titles = async () =>
      (await admin.uploads.list({ category: "Other" })).rows.map(({ title }) => title);
    const ids: number[] = [];
    for (const title of ["a", "b", "c"])
      ids.push(await idOf(await context.send(aForm(pdf, { category: "Other", title }, "x.pdf"))));
    const [a = 0, , c = 0] = ids;
    await admin.uploads.move({ id: c, to: "up" });
    expect(await titles()).toEqual(["a", "c", "b"]);
    await admin.uploads.move({ id: a, to: "down" });
    expect(await titles()).toEqual(["c", "a", "b"]);
    await admin.uploads.move({ id: c, to: "up" });
    expect(await titles()).toEqual(["c", "a", "b"]);
  });
});

describe("an uploading program", () => {
  // shows S7.18
  test("names the category in the path", async ({ context, shop }) => {
    const send = async (category: string, person: number) =>
      fetch(`${context.url}/api/upload/upload-external/${encodeURIComponent(category)}`, {
        method: "POST",
        headers: await context.bearer(person),
        body: aForm(film, {}, "x.mp4"),
      });
    const { admin, ben } = shop.people;
    const answer = await send("Training Videos", admin);
    expect(answer.status).toBe(200);
    await idOf(answer);
    await idOf(await send("training videos", admin));
    const unknown = await send("Secrets", admin);
    expect(unknown.status).toBe(400);
    expect(await unknown.text()).toContain("category");
    expect((await send("Photos", admin)).status).toBe(400);
    expect((await send("Training Videos", ben)).status).toBe(403);
  });

  // shows S7.18
  test("finds the calls described", async ({ shop }) => {
    const described = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse((await shop.app.inject("/api/openapi.json")).json());
    expect(described.paths["/api/upload/save/{uploadId}"]).toMatchObject({
      post: {
        tags: ["Uploads and resources"],
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: { properties: { file: { type: "string", format: "binary" } } },
            },
          },
        },
      },
    });
    expect(described.paths["/api/upload/upload-external/{category}"]).toBeDefined();
  });
});

/** The same video with further bytes at its end, so that its file is different. */
async function otherFilm(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array([...film, 0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]);
}

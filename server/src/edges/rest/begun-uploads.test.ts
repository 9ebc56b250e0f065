import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { utimes } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { z } from "zod";
import { type Context, test } from "./uploads-test.ts";

const mp4Head = Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex");

function aVideo(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.concat([mp4Head, randomBytes(bytes - mp4Head.length)]);
}

const aFile = () => `film.mp4 ${crypto.randomUUID()}`;

function addressOf(
  { url }: Context,
  file: string,
  query: Readonly<Record<string, string | number>> = {},
): string {
  const search = new URLSearchParams({ file });
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `${url}/office/begun-upload?${search.toString()}`;
}

const words = { name: "film.mp4", category: "Training Videos", title: "A film" };
const octets = "application/octet-stream";

async function put(
  context: Context,
  headers: Readonly<Record<string, string>>,
  file: string,
  body: Buffer<ArrayBuffer>,
  query: Readonly<Record<string, string | number>>,
) {
  const answer = await fetch(addressOf(context, file, { ...words, ...query }), {
    method: "PUT",
    headers: { ...headers, "content-type": octets },
    body,
  });
  return answerOf(answer);
}

async function ask(context: Context, headers: Readonly<Record<string, string>>, file: string) {
  const answer = await fetch(addressOf(context, file), { headers });
  return answerOf(answer);
}

const answerSchema = z.looseObject({
  id: z.number().optional(),
  bytes: z.number().optional(),
  savedId: z.number().nullish(),
});

async function answerOf(answer: Response) {
  return { status: answer.status, ...answerSchema.parse(await answer.json()) };
}

/** Sends a part of what it announces, and breaks off. */
async function breakOff(
  context: Context,
  { authorization }: Readonly<{ authorization: string }>,
  file: string,
  { part, from, bytes }: Readonly<{ part: Buffer; from: number; bytes: number }>,
): Promise<void> {
  const { pathname, search, port, host } = new URL(
    addressOf(context, file, { ...words, from, bytes }),
  );
  const socket = connect(Number(port), "localhost");
  socket.on("error", () => {});
  const head = [
    `PUT ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    `authorization: ${authorization}`,
    `content-type: ${octets}`,
    `content-length: ${bytes - from}`,
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n`);
  socket.write(part);
  await expect
    .poll(async () => (await ask(context, { authorization }, file)).bytes, { timeout: 15_000 })
    .toBe(from + part.length);
  socket.destroy();
  await once(socket, "close");
}

// shows T281
describe("a large upload", { timeout: 60_000 }, () => {
  test("that is cut twice goes on where it was, and is the same file", async ({
    shop,
    context,
  }) => {
    const admin = await context.bearer(shop.people.admin);
    const file = aFile();
    const video = aVideo(3_000_000);
    const bytes = video.length;
    expect(await ask(context, admin, file)).toMatchObject({ bytes: 0, savedId: null });
    await breakOff(context, admin, file, { part: video.subarray(0, 1_000_000), from: 0, bytes });
    await breakOff(context, admin, file, {
      part: video.subarray(1_000_000, 1_500_000),
      from: 1_000_000,
      bytes,
    });
    const rest = Buffer.from(video.subarray(1_500_000));
    const saved = await put(context, admin, file, rest, { from: 1_500_000, bytes });
    expect(saved).toMatchObject({ status: 200, success: true });

    const row = await shop.deps.db
      .selectFrom("upload")
      .select(["sha256", "title", "filename", "category"])
      .where("id", "=", saved.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ title: "A film", filename: "film.mp4", category: words.category });
    expect(video.equals(await buffer(shop.deps.files.read(row.sha256)))).toBe(true);
    // For a browser that missed the answer.
    expect(await ask(context, admin, file)).toMatchObject({ bytes: 0, savedId: saved.id });
  });

  test("that is complete and not yet saved is saved without another byte", async ({
    shop,
    context,
  }) => {
    const admin = await context.bearer(shop.people.admin);
    const file = aFile();
    const video = aVideo(200_000);
    await breakOff(context, admin, file, { part: video, from: 0, bytes: video.length + 1 });
    const query = { from: video.length, bytes: video.length };
    expect((await put(context, admin, file, Buffer.alloc(0), query)).status).toBe(200);
  });

  test("of another person is one that was not begun", async ({ shop, context }) => {
    const admin = await context.bearer(shop.people.admin);
    const file = aFile();
    const video = aVideo(100_000);
    const bytes = video.length;
    await breakOff(context, admin, file, { part: video.subarray(0, 50_000), from: 0, bytes });

    const other = await context.bearer(shop.people.dev);
    const unknown = aFile();
    const rest = Buffer.from(video.subarray(50_000));
    const refused = await put(context, other, file, rest, { from: 50_000, bytes });
    const asUnknown = await put(context, other, unknown, rest, { from: 50_000, bytes });
    expect(refused).toMatchObject({ status: 409, code: "upload.other-place" });
    expect({ ...refused, correlationId: "" }).toEqual({ ...asUnknown, correlationId: "" });
    expect(await ask(context, other, file)).toEqual(await ask(context, other, unknown));
    await fetch(addressOf(context, file), { method: "DELETE", headers: other });
    expect((await ask(context, admin, file)).bytes).toBe(50_000);
  });

  test("is for the office only, and for no other site", async ({ shop, context }) => {
    const file = aFile();
    const query = { from: 0, bytes: 4 };
    const body = Buffer.from("text");
    const member = await context.bearer(shop.people.anna);
    expect((await put(context, member, file, body, query)).status).toBe(403);
    expect((await put(context, {}, file, body, query)).status).toBe(401);
    const admin = await context.bearer(shop.people.admin);
    const foreign = { ...admin, "sec-fetch-site": "cross-site" };
    expect((await put(context, foreign, file, body, query)).status).toBe(403);
  });

  test("is refused while signed in as somebody else", async ({ shop, context }) => {
    const { sessions } = shop.deps;
    const start = { device: "", withPassword: true };
    const own = await sessions.start({ ...start, userId: shop.people.admin });
    const impersonator = { id: shop.people.admin, token: own.token };
    const as = { ...start, withPassword: false, userId: shop.people.dev, impersonator };
    const headers = { authorization: `Bearer ${(await sessions.start(as)).token}` };
    const refused = { status: 403, code: "access.not-while-impersonating" };
    const file = aFile();
    expect(await ask(context, headers, file)).toMatchObject(refused);
    const body = Buffer.from("text");
    expect(await put(context, headers, file, body, { from: 0, bytes: 4 })).toMatchObject(refused);
  });

  test("is given up by its person", async ({ shop, context }) => {
    const admin = await context.bearer(shop.people.admin);
    const file = aFile();
    await breakOff(context, admin, file, { part: aVideo(50_000), from: 0, bytes: 60_000 });
    await fetch(addressOf(context, file), { method: "DELETE", headers: admin });
    expect((await ask(context, admin, file)).bytes).toBe(0);
  });

  test("is deleted a day after its last byte", async ({ shop, context }) => {
    const admin = await context.bearer(shop.people.admin);
    const file = aFile();
    await breakOff(context, admin, file, { part: aVideo(50_000), from: 0, bytes: 60_000 });
    await shop.deps.files.clearAbandoned(Date.now());
    expect((await ask(context, admin, file)).bytes).toBe(50_000);
    await shop.deps.files.clearAbandoned(Date.now() + 25 * 3600_000);
    expect((await ask(context, admin, file)).bytes).toBe(0);
  });

  test("replaces the oldest that its person left, of more than four", async ({ shop, context }) => {
    const admin = await context.bearer(shop.people.admin);
    const files = Array.from({ length: 5 }, aFile);
    const known = new Set(await context.filesOnDisk());
    for (const [nth, file] of files.entries()) {
      await breakOff(context, admin, file, { part: aVideo(5000), from: 0, bytes: 6000 });
      const added = (await context.filesOnDisk()).filter((name) => !known.has(name));
      const writtenAt = Date.now() / 1000 - 60 * (files.length - nth);
      for (const name of added) {
        known.add(name);
        await utimes(path.join(shop.filesDir, "incoming", name), writtenAt, writtenAt);
      }
    }
    const bytes = await Promise.all(
      files.map(async (file) => (await ask(context, admin, file)).bytes),
    );
    expect(bytes).toEqual([0, 5000, 5000, 5000, 5000]);
  });
});

// shows T282
describe("a hostile large upload", () => {
  const digits = Buffer.from("0123456789");
  test.for([
    ["a gap before it", { from: 5, bytes: 15 }, 409, "upload.other-place"],
    ["more than the largest video", { from: 0, bytes: 3 * 1024 ** 3 }, 400, "upload.too-large"],
    ["another length than announced", { from: 0, bytes: 11 }, 400, "upload.wrong-fields"],
    ["a negative place", { from: -10, bytes: 0 }, 400, "upload.wrong-fields"],
    ["a place that is no number", { from: "1e1", bytes: 20 }, 400, "upload.wrong-fields"],
    ["no size", { from: 0, bytes: "" }, 400, "upload.wrong-fields"],
    ["an unknown category", { from: 0, bytes: 10, category: "Etc" }, 400, "upload.wrong-fields"],
    ["no name", { from: 0, bytes: 10, name: " " }, 400, "upload.wrong-fields"],
    ["a path as its name", { from: 0, bytes: 10, name: "../../x" }, 400, "upload.wrong-kind"],
    ["another content than it says", { from: 0, bytes: 10 }, 400, "upload.wrong-kind"],
  ] as const)("with %s is refused", async ([, query, status, code], { shop, context }) => {
    const admin = await context.bearer(shop.people.admin);
    const file = `../../${aFile()}`;
    const refused = await put(context, admin, file, digits, query);
    expect(refused).toMatchObject({ status, code });
    expect((await ask(context, admin, file)).bytes).toBe(0);
  });

  test("without a length or without a file's name is refused", async ({ shop, context }) => {
    const headers = { ...(await context.bearer(shop.people.admin)), "content-type": octets };
    const address = addressOf(context, aFile(), { ...words, from: 0, bytes: 4 });
    const body = new Blob(["text"]).stream();
    const chunked = await fetch(address, { method: "PUT", headers, body, duplex: "half" });
    expect(chunked.status).toBe(400);
    expect((await fetch(`${context.url}/office/begun-upload`, { headers })).status).toBe(400);
    const long = addressOf(context, "x".repeat(501));
    expect((await fetch(long, { headers })).status).toBe(400);
  });
});

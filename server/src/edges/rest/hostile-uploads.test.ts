import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect } from "vitest";
import { aPngClaiming } from "../../testing/hostile-files.ts";
import { aForm, aPhoto, test } from "./uploads-test.ts";

// shows R42, T61
describe("a hostile upload", () => {
  // shows S8.24
  test("is refused by its declared length, before its body is read", async ({ context, shop }) => {
    const auth = await context.bearer(shop.people.admin);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${context.url}/api/upload/save/-1`, {
        method: "POST",
        headers: {
          ...auth,
          "content-type": "multipart/form-data; boundary=b",
          "content-length": 5 * 1024 ** 3,
        },
      });
      sent.on("response", (answer) => {
        resolve(answer.statusCode);
        sent.destroy();
      });
      sent.on("error", reject);
      sent.write("--b\r\n");
    });
    expect(status).toBe(400);
  });

  test.for([
    ["with thousands of parts", Array.from({ length: 10_000 }, (_, n) => part(`f${n}`, "x"))],
    ["with several files", [filePart("a"), filePart("b")]],
    ["with a field named __proto__", [part("__proto__", "x"), filePart("a")]],
    ["with a field that is a file of a megabyte", [part("title", "x".repeat(1_000_000))]],
    [
      "with a part that never ends",
      ["--b\r\ncontent-disposition: form-data; name=file\r\n\r\nabc"],
    ],
    ["without parts", ["--b--\r\n"]],
    ["with an invalid field", [part("sortOrder", "1.5"), filePart("a")]],
    ["with an unknown category", [part("category", "Secret"), filePart("a")]],
  ] as const)("%s is refused and leaves nothing", async ([, parts], { context, shop }) => {
    const before = await context.filesOnDisk();
    const answer = await shop.app.inject({
      method: "POST",
      url: "/api/upload/save/-1",
      headers: {
        ...(await context.bearer(shop.people.admin)),
        "content-type": "multipart/form-data; boundary=b",
      },
      payload: `${parts.join("")}--b--\r\n`,
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(await context.filesOnDisk()).toEqual(before);
  });

  test("with a tiny picture that declares huge dimensions is refused", async ({ context }) => {
    const answer = await context.send(aForm(aPngClaiming(60_000, 60_000), {}, "x.png"));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "upload.unreadable-picture" });
  });

  // shows T72
  test("with a text that cannot be stored is refused, and the field is named", async ({
    context,
  }) => {
    const photo = await aPhoto(50, 50);
    for (const form of [aForm(photo, { title: "a\0b" }), aForm(photo, {}, "a\0b.png")]) {
      const answer = await context.send(form);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "upload.wrong-fields" });
    }
    const answer = await context.send(aForm(photo, { title: "a\0b" }));
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining("(title") });
  });

  test("with a truncated picture is refused", async ({ context }) => {
    const photo = await aPhoto(900, 900);
    const answer = await context.send(aForm(photo.slice(0, photo.length / 2)));
    expect(await answer.json()).toMatchObject({ code: "upload.unreadable-picture" });
  });

  test("that is aborted leaves nothing behind", async ({ context, shop }) => {
    const before = await context.filesOnDisk();
    const { authorization } = await context.bearer(shop.people.admin);
    const { port, hostname } = new URL(context.url);
    const begin = [
      "POST /api/upload/save/-1 HTTP/1.1",
      `host: ${hostname}:${port}`,
      `authorization: ${authorization}`,
      "content-type: multipart/form-data; boundary=b",
      "content-length: 1000000",
      "",
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nhalf a pict`,
    ].join("\r\n");
    for (let round = 0; round < 50; round += 1) {
      const socket = connect(Number(port), hostname);
      await new Promise<void>((resolve) => socket.write(begin, () => resolve()));
      await wait(2);
      socket.destroy();
    }
    await expect.poll(() => context.filesOnDisk(), { timeout: 5000 }).toEqual(before);
    const photo = await aPhoto(50, 50);
    await expect
      .poll(async () => (await context.send(aForm(photo))).status, { timeout: 5000 })
      .toBe(200);
  });
});

// shows R43, T62
describe("a hostile path", () => {
  test.for([
    "/resources/images/..%2f..%2fpackage.json",
    "/resources/images/%252e%252e%252fpackage.json",
    "/resources/images/..\\..\\package.json",
    "/resources/images/1/../../package.json",
    "/resources/images/1%00.png",
    "/resources/images/1.png",
    "/resources/images/-1",
    "/resources/images/0x1",
    "/resources/images/１",
    "/resources/images/99999999999999999999",
    "/resources/images/%",
    "/resources/images/%zz",
    "//resources/images/1/../../../etc/passwd",
    `/resources/images/${"1".repeat(5000)}`,
    "/resources/nothing",
  ])("%s is not found", async (url, { context, shop }) => {
    expect(context.url).toMatch(/^http/);
    const answer = await shop.app.inject({ url });
    expect([400, 404, 414]).toContain(answer.statusCode);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.body).not.toContain("workspaces");
    expect((await shop.app.inject("/healthz")).statusCode).toBe(200);
  });
});

function part(name: string, value: string): string {
  return `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function filePart(content: string): string {
  return `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${content}\r\n`;
}

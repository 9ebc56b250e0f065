import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { findFreePort } from "../../platform/free-port.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { startUploadProcess, type UploadProcess } from "../../testing/upload-process.ts";

const test = databaseTest
  .extend("dataDir", async ({}, { onCleanup }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "portal-begun-"));
    onCleanup(() => rm(dataDir, { recursive: true, force: true }));
    return dataDir;
  })
  .extend("port", () => findFreePort());

const bytes = 5_000_000;
const half = bytes / 2;
const video = Buffer.concat([
  Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex"),
  randomBytes(bytes - 24),
]);

function addressFrom(from: number): string {
  const words = { name: "film.mp4", category: "Training Videos", title: "A film" };
  const query = { file: "film.mp4", from: String(from), bytes: String(bytes), ...words };
  return `/office/begun-upload?${new URLSearchParams(query).toString()}`;
}

/** The announced length is that of the whole file. */
function beginWith(part: Buffer, { authorization }: UploadProcess, port: number): Socket {
  const socket = connect(port, "localhost");
  socket.on("error", () => {});
  const head = [
    `PUT ${addressFrom(0)} HTTP/1.1`,
    `host: localhost:${port}`,
    `authorization: ${authorization}`,
    "content-type: application/octet-stream",
    `content-length: ${bytes}`,
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n`);
  socket.write(part);
  return socket;
}

async function arrived({ url, authorization }: UploadProcess): Promise<number> {
  const answer = await fetch(`${url}/office/begun-upload?file=film.mp4`, {
    headers: { authorization },
  });
  return z.object({ bytes: z.number() }).parse(await answer.json()).bytes;
}

// shows T283
test("a stop cuts a large upload without waiting for it, and the next process continues it", async ({
  ownerUrl,
  dataDir,
  port,
}) => {
  const start = () => startUploadProcess({ databaseUrl: ownerUrl, dataDir, port });
  const first = await start();
  const socket = beginWith(video.subarray(0, half), first, port);
  const cut = once(socket, "close");
  await expect.poll(() => arrived(first), { timeout: 15_000 }).toBe(half);
  const stopped = first.stop();
  // The browser hears of it before the process has ended.
  await cut;
  await stopped;

  const second = await start();
  try {
    expect(await arrived(second)).toBe(half);
    const saved = await fetch(second.url + addressFrom(half), {
      method: "PUT",
      headers: {
        authorization: second.authorization,
        "content-type": "application/octet-stream",
      },
      body: Buffer.from(video.subarray(half)),
    });
    expect(saved.status).toBe(200);
    const sha256 = createHash("sha256").update(video).digest("hex");
    const kept = await readFile(path.join(dataDir, "files", sha256.slice(0, 2), sha256));
    expect(kept.equals(video)).toBe(true);
  } finally {
    await second.stop();
  }
}, 180_000);

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect } from "vitest";
import { findFreePort } from "../../platform/free-port.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { aDocument, aPng } from "../../testing/hostile-files.ts";
import { startUploadProcess } from "../../testing/upload-process.ts";

const mb = 1024 * 1024;

/** The server in a process of its own; `npm run bench` measures its memory and the delay of other requests. */
const test = databaseTest.extend(
  "server",
  { scope: "file" },
  async ({ ownerUrl }, { onCleanup }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "portal-exhaustion-"));
    const port = await findFreePort();
    const server = await startUploadProcess({ databaseUrl: ownerUrl, dataDir, port });
    onCleanup(async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    return { url: server.url, port, dataDir, authorization: server.authorization };
  },
);
type Server = Readonly<{ url: string; port: number; dataDir: string; authorization: string }>;

async function send({ url, authorization }: Server, content: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.set("file", new Blob([content]), "a file");
  const answer = await fetch(`${url}/api/upload/save/-1`, {
    method: "POST",
    headers: { authorization },
    body,
  });
  return answer.status;
}

const incoming = ({ dataDir }: Server) =>
  readdir(path.join(dataDir, "files", "incoming")).catch(() => []);

/** Runs the work, and checks that other requests are answered meanwhile. */
async function besideOthers<Result>({ url }: Server, work: () => Promise<Result>) {
  let isOver = false;
  const others = new Set<number>();
  const ask = async () => {
    while (!isOver) {
      others.add((await fetch(`${url}/healthz`)).status);
      await wait(20);
    }
  };
  const asking = ask();
  const answers = await work().finally(() => {
    isOver = true;
  });
  await asking;
  return { answers, others: [...others] };
}

const four = <Result>(work: () => Promise<Result>) => Promise.all([work(), work(), work(), work()]);

// shows R42, T61
describe("an overloaded server", { timeout: 60_000 }, () => {
  test.for([
    {
      what: "pictures that are huge when decoded",
      content: () => aPng(6000, 5000, "whole"),
      status: 400,
    },
    {
      what: "documents that are huge when unpacked",
      content: () => aDocument(100 * mb),
      status: 400,
    },
    { what: "pictures as large as a camera's", content: () => aPng(4000, 3000), status: 200 },
  ])(
    "refuses or stores uploads, and answers other requests: $what",
    async ({ content, status }, { server }) => {
      const sent = content();
      const { answers, others } = await besideOthers(server, () => four(() => send(server, sent)));
      expect(answers).toEqual([status, status, status, status]);
      expect(others).toEqual([200]);
      expect(await incoming(server)).toEqual([]);
    },
  );

  test("stops reading an endless body", async ({ server }) => {
    const socket = begin(server, "transfer-encoding: chunked");
    const bytes = 64 * 1024;
    const part = Buffer.from(`${bytes.toString(16)}\r\n${"7".repeat(bytes)}\r\n`);
    let sent = 0;
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    await besideOthers(server, async () => {
      while (!socket.destroyed && sent < 100 * mb) {
        sent += bytes;
        const taken = new Promise<void>((resolve) => socket.write(part, () => resolve()));
        await Promise.race([taken, closed]);
      }
    });
    socket.destroy();
    expect(sent).toBeLessThan(60 * mb);
    await expect.poll(() => incoming(server)).toEqual([]);
  });

  test("keeps nothing of two hundred aborted uploads", async ({ server }) => {
    const { others } = await besideOthers(server, async () => {
      for (let round = 0; round < 20; round++)
        await Promise.all(Array.from({ length: 10 }, () => breakOff(server)));
    });
    expect(others).toEqual([200]);
    await expect.poll(() => incoming(server), { timeout: 5000 }).toEqual([]);
    expect(await send(server, aPng(10, 10))).toBe(200);
  });
});

async function breakOff(server: Server): Promise<void> {
  const socket = begin(server, "content-length: 1000000");
  await wait(20);
  socket.destroy();
}

/** An upload with the first bytes of its file; the socket emits `close` when the server aborts it. */
function begin({ port, authorization }: Server, length: string): Socket {
  const socket = connect(port, "localhost");
  socket.on("error", () => {});
  const isChunked = length.startsWith("transfer-encoding");
  const first =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\nhalf a picture';
  const head = [
    "POST /api/upload/save/-1 HTTP/1.1",
    `host: localhost:${port}`,
    `authorization: ${authorization}`,
    length,
    "content-type: multipart/form-data; boundary=b",
  ].join("\r\n");
  const body = isChunked ? `${first.length.toString(16)}\r\n${first}\r\n` : first;
  socket.write(`${head}\r\n\r\n${body}`);
  return socket;
}

import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test as base } from "vitest";
import { findFreePort } from "../free-port.ts";
import { diskFiles, type FileStore } from "./file-store.ts";
import { requireBucket, s3Files } from "./s3-files.ts";

const bucket = "portal-files";

/** A server of S3's protocol, as a process of its own. */
const test = base
  .extend("folder", { scope: "file" }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-files-"));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend("bucketUrl", { scope: "file" }, async ({ folder }, { onCleanup }) => {
    const port = await findFreePort();
    const options = {
      directory: path.join(folder, "bucket"),
      address: "127.0.0.1",
      port,
      silent: true,
      configureBuckets: [{ name: bucket, configs: [] }],
    };
    const program = `new (require("@20minutes/s3rver"))(${JSON.stringify(options)}).run()`;
    const server = spawn(process.execPath, ["--input-type=commonjs", "-e", program], {
      cwd: import.meta.dirname,
      stdio: "ignore",
    });
    onCleanup(() => void server.kill("SIGKILL"));
    const url = `http://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?region=af-south-1`;
    const warnings = async () => {
      const said = warningLog();
      await requireBucket(url, said.log);
      return said.warnings;
    };
    await expect.poll(warnings, { timeout: 20_000 }).toEqual([]);
    return url;
  })
  .extend("silent", { scope: "file" }, async ({}, { onCleanup }) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      // Read, so that the sender is not held up, and never answered.
      sockets.push(socket.resume().on("error", () => {}));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onCleanup(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return `http://KEY:SECRET@127.0.0.1:${port}/files`;
  })
  .extend("stores", { scope: "file" }, ({ folder, bucketUrl }) => ({
    disk: { files: diskFiles(path.join(folder, "disk")), folder: path.join(folder, "disk") },
    s3: {
      files: s3Files(bucketUrl, path.join(folder, "waiting")),
      folder: path.join(folder, "waiting"),
    },
  }));

const digest = (content: Buffer) => createHash("sha256").update(content).digest("hex");

async function keep(files: FileStore, content: Buffer): Promise<string> {
  await using staged = await files.stage(Readable.from([content]), 10_000_000);
  await staged.keep();
  return staged.sha256;
}

describe.each(["disk", "s3"] as const)("files on %s", (kind) => {
  test("are read by their hash, whole and in parts", async ({ stores }) => {
    const { files, folder } = stores[kind];
    const content = randomBytes(300_000);

    const sha256 = await keep(files, content);
    await keep(files, content);

    expect(sha256).toBe(digest(content));
    expect(await buffer(files.read(sha256))).toEqual(content);
    const part = await buffer(files.read(sha256, { start: 1000, end: 1999 }));
    expect(part).toEqual(content.subarray(1000, 2000));
    expect(await readdir(path.join(folder, "incoming"))).toEqual([]);
  });

  test("do not exist before they are kept, nor after they are removed", async ({ stores }) => {
    const { files, folder } = stores[kind];
    const content = randomBytes(5000);
    {
      await using staged = await files.stage(Readable.from([content]), 10_000);
      expect(staged.bytes).toBe(5000);
      await expect(buffer(files.read(staged.sha256))).rejects.toThrow(/ENOENT|key does not exist/);
    }
    expect(await readdir(path.join(folder, "incoming"))).toEqual([]);

    const sha256 = await keep(files, content);
    await files.remove(sha256);
    await files.remove(sha256);
    await expect(buffer(files.read(sha256))).rejects.toThrow(/ENOENT|key does not exist/);
  });

  test("leave nothing behind when they are too large", async ({ stores }) => {
    const { files, folder } = stores[kind];

    const refused = files.stage(Readable.from([randomBytes(2000)]), 1999);

    await expect(refused).rejects.toMatchObject({ code: "upload.too-large" });
    expect(await readdir(path.join(folder, "incoming"))).toEqual([]);
  });

  test.for(["../../etc/passwd", "", "a".repeat(63), `${"a".repeat(64)}/..`, "A".repeat(64)])(
    "have no name but a hash: %j",
    async (name, { stores }) => {
      const { files } = stores[kind];

      expect(() => files.read(name)).toThrow("a file is named by its hash alone");
      await expect((async () => files.remove(name))()).rejects.toThrow("named by its hash alone");
    },
  );
});

describe("a bucket", () => {
  test("that does not answer is a warning without its secret, because orders need no files", async () => {
    const port = await findFreePort();
    const { log, warnings } = warningLog();
    await requireBucket(`http://KEY:hunter22@127.0.0.1:${port}/files`, log);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The bucket files at 127\.0\.0\.1:\d+ \(FILES_BUCKET_URL\) cannot be written: \w+\.$/,
      ),
    ]);
  });

  test("that accepts connections and stays silent keeps no start waiting", async ({ silent }) => {
    const { log, warnings } = warningLog();
    await requireBucket(silent, log);
    expect(warnings).toEqual([expect.stringMatching(/cannot be written: no answer\.$/)]);
  });

  test("that stays silent fails what needs it", async ({ silent, folder }) => {
    const waiting = path.join(folder, "waiting for nobody");
    const files = s3Files(silent, waiting, { answerMs: 300, silentMs: 300 });
    const content = randomBytes(300_000);

    await expect(keep(files, content)).rejects.toThrow("timed out");
    await expect(buffer(files.read(digest(content)))).rejects.toThrow("requestTimeout");
    await expect(files.remove(digest(content))).rejects.toThrow("requestTimeout");
  });

  test("that is refused to us stops the start", async ({ bucketUrl }) => {
    const { log, warnings } = warningLog();
    await expect(requireBucket(bucketUrl.replace(bucket, "another"), log)).rejects.toThrow(
      /^The bucket another at .* cannot be written: NoSuchBucket\.$/,
    );
    expect(warnings).toEqual([]);
  });
});

function warningLog() {
  const warnings: string[] = [];
  return { warnings, log: { warn: (_: object, message: string) => void warnings.push(message) } };
}

import { createReadStream } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";
import { begunFiles } from "./begun-files.ts";
import { clearAbandoned, type FileStore, freeBytesIn, nameOf, stageIn } from "./file-store.ts";

/** What a bucket may take that accepts connections and then stays silent. */
export type BucketPatience = Readonly<{
  /** For the first byte of an answer, except to an upload: two gigabytes take as long as they take. */
  answerMs: number;
  /** Without a byte in either direction, also during an upload. */
  silentMs: number;
}>;

const usualPatience: BucketPatience = { answerMs: 30_000, silentMs: 60_000 };
/** For the check at the start, which the shop waits for. */
const probeMs = 10_000;

/**
 * Files in an S3-compatible bucket, for portals on several machines. An upload is written below `folder` on the local disk
 * until it is complete and checked.
 *
 * @param url `https://KEY:SECRET@HOST/BUCKET?region=REGION`
 */
export function s3Files(
  url: string,
  folder: string,
  patience: BucketPatience = usualPatience,
): FileStore {
  const { client, bucket } = openBucket(url, patience);
  return {
    stage: (content, bytesMax) =>
      stageIn(folder, { content, bytesMax }, async ({ path, sha256, bytes }) => {
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: nameOf(sha256),
            Body: createReadStream(path),
            ContentLength: bytes,
          }),
          { requestTimeout: 0 },
        );
      }),
    read(sha256, range) {
      const content = new PassThrough();
      const request = new GetObjectCommand({
        Bucket: bucket,
        Key: nameOf(sha256),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      });
      void client
        .send(request)
        .then(({ Body }) => {
          if (Body instanceof Readable) return pipeline(Body, content);
          throw new Error("the bucket answered without a body");
        })
        .catch((error: unknown) => content.destroy(error instanceof Error ? error : undefined));
      return content;
    },
    async remove(sha256) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: nameOf(sha256) }));
    },
    freeBytes: () => freeBytesIn(folder),
    begun: begunFiles(folder),
    clearAbandoned: (now) => clearAbandoned(folder, now),
  };
}

/**
 * A service that does not answer keeps no process from starting, because orders need no files.
 *
 * @throws StartError, without the key and its secret, for a bucket that is refused to us
 */
export async function requireBucket(url: string, log: Pick<Log, "warn">): Promise<void> {
  const { client, bucket, host } = openBucket(url, usualPatience);
  const abortSignal = AbortSignal.timeout(probeMs);
  try {
    // Only what uploading and deleting need: the key may have no right to list.
    const probe = { Bucket: bucket, Key: "probe" };
    await client.send(new PutObjectCommand({ ...probe, Body: "" }), { abortSignal });
    await client.send(new DeleteObjectCommand(probe), { abortSignal });
  } catch (cause) {
    const hasName = !abortSignal.aborted && cause instanceof Error && cause.name !== "";
    const reason = hasName ? cause.name : "no answer";
    const sentence = `The bucket ${bucket} at ${host} (FILES_BUCKET_URL) cannot be written: ${reason}.`;
    if (isRefusal(cause)) throw new StartError(sentence, { cause });
    log.warn({}, sentence);
  } finally {
    client.destroy();
  }
}

/** Whether the service answered that it will not: waiting does not help. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode ?? 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function openBucket(url: string, { answerMs, silentMs }: BucketPatience) {
  const { origin, protocol, host, pathname, username, password, searchParams } = new URL(url);
  const client = new S3Client({
    endpoint: origin === "null" ? `${protocol}//${host}` : origin,
    region: searchParams.get("region") ?? "us-east-1",
    // Not every service supports the checksums of newer versions of the protocol.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Providers other than AWS usually have one host for all buckets.
    forcePathStyle: true,
    credentials: {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    },
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: answerMs,
      // Without it, the client only complains of the time and goes on waiting.
      throwOnRequestTimeout: true,
      socketTimeout: silentMs,
    },
  });
  return { client, host, bucket: pathname.slice(1) };
}

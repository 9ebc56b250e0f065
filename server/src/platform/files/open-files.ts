import type { Env } from "../../env.ts";
import type { Log } from "../log.ts";
import { type FileStore, diskFiles } from "./file-store.ts";

/** @throws StartError for a bucket that is refused to us */
export async function openFiles(
  { filesDir, filesBucketUrl }: Pick<Env, "filesDir" | "filesBucketUrl">,
  log: Pick<Log, "warn">,
): Promise<FileStore> {
  if (filesBucketUrl === null) return diskFiles(filesDir);
  // The S3 client takes 37 MB of memory, so it is loaded only where it is used.
  const { requireBucket, s3Files } = await import("./s3-files.ts");
  await requireBucket(filesBucketUrl, log);
  return s3Files(filesBucketUrl, filesDir);
}

import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../../db/database.ts";

/** Beside the data and not in them, so that an older backup cannot bring back what it lists. */
export function erasedListIn(dataDir: string): string {
  return path.join(dataDir, "erased-people.txt");
}

/** Names one account and tells nothing of it; a number that is given anew later is another one. */
export function digestOfAccount(account: Readonly<{ id: number; createdAt: string }>): string {
  return createHash("sha256").update(`${account.id} ${account.createdAt}`).digest("hex");
}

/** The same of somebody without an account: what they ordered and wrote is known by ids that nobody can guess. */
export function digestOfOrder(orderId: string): string {
  return createHash("sha256").update(`order ${orderId}`).digest("hex");
}

export function digestOfContact(commandId: string): string {
  return createHash("sha256").update(`contact ${commandId}`).digest("hex");
}

/** The digests of everybody who was ever erased here; none where there is no list. */
export async function readErasedList(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return new Set(text.split("\n").filter((line) => /^[0-9a-f]{64}$/.test(line)));
}

/** Writes down whom the list lacks; repeated, it adds nothing. */
export async function completeErasedList(db: Database, file: string): Promise<number> {
  const erased = await db
    .selectFrom("erased_person")
    .select("digest")
    .orderBy("erased_at")
    .execute();
  if (erased.length === 0) return 0;
  const listed = await readErasedList(file);
  const missing = erased.flatMap(({ digest }) => (listed.has(digest) ? [] : [`${digest}\n`]));
  if (missing.length === 0) return 0;
  await mkdir(path.dirname(file), { recursive: true });
  await appendFile(file, missing.join(""), { mode: 0o600 });
  return missing.length;
}

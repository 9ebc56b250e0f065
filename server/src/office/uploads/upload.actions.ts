import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import {
  isAcceptedIn,
  type MoveUpload,
  type UpdateUpload,
  type UploadCategory,
  type UploadFields,
} from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { FileStore, StagedFile } from "../../platform/files/file-store.ts";
import {
  contentsOf,
  deleteUploadRow,
  findUpload,
  idsInOrder,
  insertUpload,
  isShownSomewhere,
  lockUploads,
  numberInOrder,
  replaceContent,
  replacePoster,
  unusedAmong,
  updateUploadWords,
  uploadedSince,
} from "../../platform/files/upload.store.ts";
import { prepareContent, type PreparedContent } from "./prepare-content.ts";

/** Disk space reserved for the database and backups. */
const freeBytesMin = 1024 ** 3;
/** Per user. */
const bytesPerDay = 20 * 1024 ** 3;

type Context = Pick<Caller, "db" | "files" | "user" | "impersonatedById" | "now">;
type SavingContext = Context & Pick<Caller, "session" | "sessions">;

/**
 * Checked before the body is read.
 *
 * @param declared the declared length of the body
 * @throws DomainError upload.no-room, upload.quota
 */
export async function requireRoom(
  context: Context,
  user: SignedInUser,
  declared: number,
): Promise<void> {
  if ((await context.files.freeBytes()) - declared < freeBytesMin)
    throw new DomainError("upload.no-room");
  const since = daysEarlier(context.now(), 1);
  if ((await uploadedSince(context.db, user.id, since)) >= bytesPerDay)
    throw new DomainError("upload.quota");
}

export type ReceivedUpload = Readonly<{
  /** -1 for a new one. */
  id: number;
  file: Readonly<{ staged: StagedFile; filename: string }> | null;
  fields: UploadFields;
}>;

/**
 * Adds an upload, or changes the texts or the content of one. Other content stands at once wherever the upload is shown, as beside a
 * product or in the notice at checkout, and requires recent authentication.
 *
 * @throws DomainError access.password-needed, upload.no-file, upload.unknown, upload.wrong-kind, upload.too-large, upload.unreadable-picture
 */
export async function saveUpload(
  context: SavingContext,
  user: SignedInUser,
  { id, file, fields }: ReceivedUpload,
): Promise<{ id: number }> {
  const before = id === -1 ? null : await findUpload(context.db, id);
  if (!before && !file) throw new DomainError("upload.no-file");
  if (before && file) await requireRecentAuthentication(context);
  const category = fields.category ?? before?.category ?? "Photos";
  await using prepared = file && (await prepareContent(context.files, file.staged, file.filename));
  requireAccepted(category, prepared?.content.kind ?? before?.kind);

  // Awaited before `prepared` is disposed.
  return await context.db.transaction().execute(async (tx) => {
    await lockUploads(tx);
    const words = { ...fields, category };
    const saved = before
      ? await change(tx, context, { id, words, prepared })
      : await add(tx, context, user, { words, prepared });
    const action = before ? "upload.changed" : "upload.added";
    const details = { category, bytes: prepared?.content.bytes ?? null };
    await insertAudit(tx, context, { action, target: `upload ${saved}`, details });
    return { id: saved };
  });
}

function requireAccepted(
  category: UploadCategory,
  kind: Parameters<typeof isAcceptedIn>[1] | undefined,
) {
  if (kind === undefined || !isAcceptedIn(category, kind))
    throw new DomainError("upload.wrong-kind");
}

type Given = Readonly<{
  words: UploadFields & { category: UploadCategory };
  prepared: PreparedContent | null;
}>;

async function add(tx: Tx, context: Context, user: SignedInUser, { words, prepared }: Given) {
  if (!prepared) throw new DomainError("upload.no-file");
  const { content } = prepared;
  const { title = content.filename, description = "", sortOrder = 0, category } = words;
  await prepared.keep();
  const uploaded = { by: user.id, at: context.now() };
  return insertUpload(tx, { title, description, sortOrder, category }, content, uploaded);
}

async function change(tx: Tx, context: Context, { id, words, prepared }: Given & { id: number }) {
  // The upload may have been deleted while the content was being received.
  await findUpload(tx, id);
  await updateUploadWords(tx, id, words, context.now());
  if (!prepared) return id;
  const old = await contentsOf(tx, id);
  await prepared.keep();
  await replaceContent(tx, id, prepared.content);
  await removeUnused(tx, context.files, old);
  return id;
}

export async function updateUpload(
  context: Context,
  { id, commandId: _once, ...words }: UpdateUpload,
): Promise<{ id: number }> {
  await findUpload(context.db, id);
  await context.db.transaction().execute(async (tx) => {
    await updateUploadWords(tx, id, words, context.now());
    await insertAudit(tx, context, { action: "upload.changed", target: `upload ${id}` });
  });
  return { id };
}

/** Swaps the upload with its neighbour in the category; the first and last stay where they are. */
export async function moveUpload(
  context: Context,
  { id, to }: MoveUpload,
): Promise<{ id: number }> {
  await context.db.transaction().execute(async (tx) => {
    await lockUploads(tx);
    const { category } = await findUpload(tx, id);
    const ids = await idsInOrder(tx, category);
    const from = ids.indexOf(id);
    const neighbour = ids[to === "up" ? from - 1 : from + 1];
    if (neighbour === undefined) return;
    await numberInOrder(
      tx,
      ids.map((each) => (each === id ? neighbour : each === neighbour ? id : each)),
    );
    await insertAudit(tx, context, {
      action: "upload.moved",
      target: `upload ${id}`,
      details: { to },
    });
  });
  return { id };
}

/** @throws DomainError upload.unknown, upload.in-use for one that the shop shows */
export async function deleteUpload(context: Context, id: number): Promise<{ id: number }> {
  await context.db.transaction().execute(async (tx) => {
    await lockUploads(tx);
    const { category } = await findUpload(tx, id);
    if (await isShownSomewhere(tx, id)) throw new DomainError("upload.in-use");
    const old = await contentsOf(tx, id);
    await deleteUploadRow(tx, id);
    const details = { category };
    await insertAudit(tx, context, { action: "upload.deleted", target: `upload ${id}`, details });
    await removeUnused(tx, context.files, old);
  });
  return { id };
}

/** Within the lock of uploads, so that a concurrent upload of the same content waits, and then stores it again. */
async function removeUnused(tx: Tx, files: FileStore, hashes: readonly string[]): Promise<void> {
  for (const sha256 of await unusedAmong(tx, hashes)) await files.remove(sha256);
}

/**
 * Adds the poster of a video, and stores the video's duration.
 *
 * @throws DomainError upload.unknown, upload.wrong-kind, upload.unreadable-picture
 */
export async function savePoster(
  context: Context,
  id: number,
  given: Readonly<{
    file: Readonly<{ staged: StagedFile; filename: string }>;
    seconds: number | undefined;
  }>,
): Promise<{ id: number }> {
  if ((await findUpload(context.db, id)).kind !== "video")
    throw new DomainError("upload.wrong-kind");
  const { staged, filename } = given.file;
  await using prepared = await prepareContent(context.files, staged, filename);
  const { kind, sizes, sha256, bytes, width, height } = prepared.content;
  if (kind !== "image" || width === null || height === null)
    throw new DomainError("upload.wrong-kind");

  await context.db.transaction().execute(async (tx) => {
    await lockUploads(tx);
    // The video may have been deleted or replaced meanwhile.
    if ((await findUpload(tx, id)).kind !== "video") throw new DomainError("upload.wrong-kind");
    const old = await contentsOf(tx, id);
    await prepared.keep();
    const poster = [{ sha256, bytes, width, height }, ...sizes];
    await replacePoster(tx, id, { sizes: poster, seconds: given.seconds ?? null });
    await removeUnused(tx, context.files, old);
    await insertAudit(tx, context, { action: "upload.poster-changed", target: `upload ${id}` });
  });
  return { id };
}

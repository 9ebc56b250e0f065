import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ArchiveKind, ArchivesAsked, BeginArchive } from "@portal/shared/money/archives.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { mayCall } from "@portal/shared/platform/permissions.ts";
import type { Caller } from "../../caller.ts";
import { printPdf } from "../../gateways/documents/pdf-document.ts";
import { type ZipEntry, zipOf } from "../../gateways/documents/zip.ts";
import { csvOf } from "../../money/books/journal-files.rules.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import {
  type ArchiveContents,
  type ContentsContext,
  type ReadContents,
  textEntry,
} from "./archive-contents.ts";
import {
  archiveFileName,
  createNameCheck,
  hasBegun,
  notClosed,
  percentOf,
  periodAskedFor,
} from "./archive.rules.ts";
import {
  deleteArchivesBefore,
  findArchive,
  finishArchive,
  insertArchive,
  listNewestArchives,
  saveArchiveProgress,
} from "./archive.store.ts";
import { readDocuments } from "./document-contents.ts";
import { readMonthEnd } from "./month-end-contents.ts";
import { readStatements } from "./statement-contents.ts";
import { readTaxPacks } from "./tax-pack-contents.ts";

/** Retention: the files name people, and are written again in minutes. */
export const archiveDays = 1;

/** More take too long to print. */
const documentsMax = 10_000;
const bytesMax = 2_000_000_000;

const readContents: Readonly<Record<ArchiveKind, ReadContents>> = {
  documents: readDocuments,
  statements: readStatements,
  "tax-packs": readTaxPacks,
  "month-end": readMonthEnd,
};

/**
 * Queues the job that writes an archive as one ZIP.
 *
 * @throws DomainError archive.waiting; archive.not-begun, archive.empty and export.too-long for what makes no file
 */
export async function beginArchive(
  caller: Caller,
  user: SignedInUser,
  asked: BeginArchive,
): Promise<{ id: string }> {
  const { kind } = asked;
  const { db, now, newId, jobs, shop } = caller;
  const id = newId();
  const period = periodAskedFor(asked, shop.region);
  const context = contextOf(caller, user);
  const { timeZone } = await getCalendar(context.db, shop.region);
  if (!hasBegun({ kind, ...period }, dayOf(now(), timeZone)))
    throw new DomainError("archive.not-begun");
  const { documents } = await readContents[kind](context, period);
  if (documents === 0) throw new DomainError("archive.empty");
  if (documents > documentsMax) throw new DomainError("export.too-long");
  await db.transaction().execute(async (tx) => {
    const archive = { id, kind, askedBy: user.id, askedAt: now(), ...period };
    if (!(await insertArchive(tx, archive))) throw new DomainError("archive.waiting");
    const details = { ...period };
    await insertAudit(tx, caller, { action: `${kind}.exported`, target: id, details });
    await jobs.enqueue(tx, "write-archive", { archiveId: id });
  });
  return { id };
}

/** The newest first. */
export function listArchives(db: Database, { kinds }: ArchivesAsked) {
  return listNewestArchives(readOnly(db), kinds);
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws DomainError archive.unknown, also for one that is not ready or was deleted */
export async function openArchive({ db, files }: Pick<Caller, "db" | "files">, id: string) {
  const archive = idPattern.test(id) ? await findArchive(readOnly(db), id) : null;
  if (!archive?.sha256) throw new DomainError("archive.unknown");
  return { fileName: archiveFileName(archive), content: files.read(archive.sha256) };
}

export type ArchiveContext = Pick<Caller, "db" | "readBooks" | "files" | "shop" | "log" | "now">;

/**
 * The job. It prints with the rights of the person who asked. An archive that fails is marked as failed for the screen and
 * not retried; no document is left out without a word. One whose process died is begun again.
 */
export async function writeArchive(context: ArchiveContext, id: string): Promise<void> {
  const { db, files, log, now } = context;
  const asked = await findArchive(readOnly(db), id);
  if (asked?.state !== "waiting") return;
  const { kind, from, to, askedBy, askedAt } = asked;
  try {
    const user = await findSignedInUser(db, askedBy);
    // Without these rights a guest's documents would be printed without the name.
    if (!user || !mayCall("archives.begin", user)) throw new DomainError("access.forbidden");
    const contents = await readContents[kind](contextOf(context, user), { from, to });
    const zip = zipOf(filesOf(contents, progressInto(db, id, contents.files)), askedAt);
    await using staged = await files.stage(Readable.from(zip), bytesMax);
    const { sha256, bytes } = staged;
    await staged.keep();
    const { documents, isOpen } = contents;
    if (await finishArchive(db, id, { documents, isOpen, sha256, bytes }, now())) return;
    const finished = await findArchive(readOnly(db), id);
    if (finished?.sha256 !== sha256) await files.remove(sha256);
  } catch (error) {
    log.error({ err: error, archiveId: id, kind }, "an archive was not written");
    const failure = error instanceof DomainError ? error.message : null;
    await finishArchive(db, id, { failure }, now());
  }
}

function contextOf(
  { db, readBooks, shop, now }: Pick<Caller, "db" | "readBooks" | "shop" | "now">,
  user: SignedInUser,
): ContentsContext {
  return { db: readOnly(db), readBooks, shop, user, now: now(), print: printPdf };
}

/** The files one by one, then a list of all of them with their digests. */
async function* filesOf(
  { isOpen, entries }: ArchiveContents,
  onWritten: () => void,
): AsyncGenerator<ZipEntry> {
  const checked = createNameCheck();
  const listed: string[][] = [];
  const entry = ({ name, content }: ZipEntry): ZipEntry => {
    const sha256 = createHash("sha256").update(content).digest("hex");
    listed.push([checked(name), String(content.byteLength), sha256]);
    return { name, content };
  };
  if (isOpen) yield entry(textEntry(notClosed));
  for await (const file of entries()) {
    yield entry(file);
    onWritten();
  }
  yield textEntry({
    name: checked("contents.csv"),
    text: csvOf(["file", "bytes", "sha256"], listed),
  });
}

/** For display only, so failed writes are ignored. */
function progressInto(db: Database, id: string, total: number): () => void {
  let written = 0;
  let shown = 0;
  return () => {
    written += 1;
    const percent = percentOf(written, total);
    if (percent < shown + 5) return;
    shown = percent;
    void saveArchiveProgress(db, id, percent).catch(() => {});
  };
}

/** Deletes archives and their files. */
export async function purgeArchives(
  { db, files }: Pick<Caller, "db" | "files">,
  before: string,
): Promise<void> {
  for (const sha256 of await deleteArchivesBefore(db, before)) await files.remove(sha256);
}

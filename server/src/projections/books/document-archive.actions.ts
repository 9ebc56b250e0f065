import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ArchiveDocuments } from "@portal/shared/money/books.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { printPdf } from "../../gateways/documents/pdf-document.ts";
import { type ZipEntry, zipOf } from "../../gateways/documents/zip.ts";
import { csvOf } from "../../money/books/journal-files.rules.ts";
import { registerFile, registerRowsOf } from "../../money/books/document-register.rules.ts";
import type { VatDocument } from "../../money/books/vat.rules.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { printCreditNote, printInvoice } from "../../sales/orders/order-documents.actions.ts";
import {
  deleteArchivesBefore,
  findArchive,
  finishArchive,
  insertArchive,
  listNewestArchives,
  saveArchiveProgress,
} from "./document-archive.store.ts";

/** Retention: the files name people, and are written again in minutes. */
export const archiveDays = 1;

/** More take too long to print. */
const documentsMax = 10_000;
const bytesMax = 2_000_000_000;

/**
 * Queues the job that writes the documents of a period as one ZIP.
 *
 * @throws DomainError archive.waiting; archive.empty and export.too-long for what makes no file
 */
export async function archiveDocuments(
  caller: Caller,
  user: SignedInUser,
  { from, to }: ArchiveDocuments,
): Promise<{ id: string }> {
  const { db, now, newId, jobs, readBooks, shop } = caller;
  const id = newId();
  const { documents } = await readBooks({ kind: "vat", region: shop.region, from, to });
  if (documents.length === 0) throw new DomainError("archive.empty");
  if (documents.length > documentsMax) throw new DomainError("export.too-long");
  await db.transaction().execute(async (tx) => {
    const archive = { id, askedBy: user.id, askedAt: now(), from, to };
    if (!(await insertArchive(tx, archive))) throw new DomainError("archive.waiting");
    const details = { from, to };
    await insertAudit(tx, caller, { action: "documents.exported", target: id, details });
    await jobs.enqueue(tx, "archive-documents", { archiveId: id });
  });
  return { id };
}

/** The newest first. */
export function listArchives(db: Database) {
  return listNewestArchives(readOnly(db));
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws DomainError archive.unknown, also for one that is not ready or was deleted */
export async function openArchive({ db, files }: Pick<Caller, "db" | "files">, id: string) {
  const archive = idPattern.test(id) ? await findArchive(readOnly(db), id) : null;
  if (!archive?.sha256) throw new DomainError("archive.unknown");
  const { from, to, sha256 } = archive;
  return { fileName: `documents-${from}-to-${to}.zip`, content: files.read(sha256) };
}

export type ArchiveContext = Pick<Caller, "db" | "readBooks" | "files" | "shop" | "log" | "now">;

/**
 * The job. It prints with the rights of the person who asked. An archive that fails is marked as failed for the screen and
 * not retried; no document is left out without a word.
 */
export async function writeArchive(context: ArchiveContext, id: string): Promise<void> {
  const { db, readBooks, files, shop, log, now } = context;
  const asked = await findArchive(readOnly(db), id);
  if (asked?.state !== "waiting") return;
  const { from, to, askedBy, askedAt } = asked;
  try {
    const user = await findSignedInUser(db, askedBy);
    // Without these rights a guest's documents would be printed without the name.
    if (user?.role !== "admin") throw new Error("the person may no longer see the documents");
    const { documents } = await readBooks({ kind: "vat", region: shop.region, from, to });
    const onPrinted = progressInto(db, id, documents.length);
    const entries = entriesOf({ db, user, documents, onPrinted });
    await using staged = await files.stage(Readable.from(zipOf(entries, askedAt)), bytesMax);
    const { sha256, bytes } = staged;
    await staged.keep();
    const file = { documents: documents.length, sha256, bytes };
    if (await finishArchive(db, id, { file, now: now() })) return;
    const finished = await findArchive(readOnly(db), id);
    if (finished?.sha256 !== sha256) await files.remove(sha256);
  } catch (error) {
    log.error({ err: error, archiveId: id }, "the documents of a period were not archived");
    await finishArchive(db, id, { file: null, now: now() });
  }
}

type Printing = Readonly<{
  db: Database;
  user: SignedInUser;
  documents: readonly VatDocument[];
  onPrinted: () => void;
}>;

/** The documents one by one, then the register, then a list of all of them with their digests. */
async function* entriesOf({ db, user, documents, onPrinted }: Printing): AsyncGenerator<ZipEntry> {
  const listed: string[][] = [];
  const entry = (name: string, content: Uint8Array): ZipEntry => {
    const sha256 = createHash("sha256").update(content).digest("hex");
    listed.push([name, String(content.byteLength), sha256]);
    return { name, content };
  };
  const context = { db: readOnly(db), user, guestId: null, print: printPdf };
  for (const { kind, number, orderId } of documents) {
    const print = kind === "invoice" ? printInvoice : printCreditNote;
    // 7001 and 7001-2, CN7001-1 and CN7001-2.
    const nth = Number(number.split("-")[1] ?? 1);
    const { fileName, pdf } = await print(context, orderId ?? "", nth);
    yield entry(fileName, pdf);
    onPrinted();
  }
  yield entry("register.csv", Buffer.from(registerFile(registerRowsOf(documents))));
  const contents = csvOf(["file", "bytes", "sha256"], listed);
  yield { name: "contents.csv", content: Buffer.from(contents) };
}

/** For display only, so failed writes are ignored. */
function progressInto(db: Database, id: string, total: number): () => void {
  let printed = 0;
  let shown = 0;
  return () => {
    printed += 1;
    const percent = Math.min(99, Math.floor((printed * 100) / total));
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

import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import type { PdfPrinter } from "../../gateways/documents/pdf-document.ts";
import type { ZipEntry } from "../../gateways/documents/zip.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** What files are read and printed with: the rights of the person who asked. */
export type ContentsContext = Pick<Caller, "readBooks" | "shop"> &
  Readonly<{ db: ReadDatabase; user: SignedInUser; now: string; print: PdfPrinter }>;

export type ArchiveContents = Readonly<{
  /** What the person who asked counts: documents, members, or files of a package. */
  documents: number;
  /** How many `entries` there are. */
  files: number;
  /** The figures can still change. */
  isOpen: boolean;
  /** One by one, so that memory has one file at a time. */
  entries: () => AsyncIterable<ZipEntry>;
}>;

/** What an archive of one kind has in it, of the days of its period. */
export type ReadContents = (
  context: ContentsContext,
  period: FirstAndLast,
) => Promise<ArchiveContents>;

export function textEntry({ name, text }: Readonly<{ name: string; text: string }>): ZipEntry {
  return { name, content: Buffer.from(text) };
}

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Day } from "@portal/shared/platform/calendar.ts";
import { withoutAccents } from "@portal/shared/platform/texts.ts";
import type PdfDocument from "pdfkit";

/** The content of a document, without its layout. */
export type PdfDocument = Readonly<{
  /** BCP 47, for screen readers. */
  language: string;
  /** In the footer of every page, and in the header of continuation pages. */
  title: string;
  /** The document's own: a file with the moment of printing would be another one each time. */
  day: Day;
  pages: readonly PdfPage[];
}>;

export type PdfPage = Readonly<{
  heading: string;
  blocks: readonly PdfBlock[];
}>;

export type PdfBlock =
  | PdfFacts
  /** Side by side, like sender and recipient on an invoice. */
  | Readonly<{ kind: "columns"; columns: readonly PdfFacts[] }>
  | Readonly<{
      kind: "table";
      columns: readonly PdfColumn[];
      rows: readonly (readonly string[])[];
      /** In bold below the rows, with a cell for each column. */
      total?: readonly string[];
      /** Below the total; the last one in bold. */
      sums: readonly (readonly [name: string, value: string])[];
    }>;

type PdfFacts = Readonly<{ kind: "facts"; title?: string; lines: readonly string[] }>;

/** `share` is the column's part of the width, from 0 to 1. */
export type PdfColumn = Readonly<{ name: string; share: number; align: "left" | "right" }>;

export type PdfPrinter = (document: PdfDocument) => Promise<Buffer>;

type Page = InstanceType<typeof PdfDocument>;
type Element = ReturnType<Page["struct"]>;
type Pen = Readonly<{ doc: Page; root: Element }>;
type Box = Readonly<{ left: number; width: number }>;

const packages = createRequire(import.meta.url);
const margin = 56;
const ink = "#10312B";
const muted = "#4A5F59";
const hairline = "#D5DEDA";

/** A4, tagged for screen readers, with embedded fonts. */
export async function printPdf(document: PdfDocument): Promise<Buffer> {
  // Loaded on first use: it is large, and few processes ever print.
  const { default: Document } = await import("pdfkit");
  const [regular, bold] = await Promise.all([fontFile(400), fontFile(700)]);
  const doc = new Document({
    size: "A4",
    margin,
    autoFirstPage: false,
    // The footer contains the number of pages, which is known only at the end.
    bufferPages: true,
    font: "",
    // Screen readers need the tags, the language and the title.
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: document.language,
    // At noon, so that it is the same day anywhere. The file's own id follows from it.
    info: {
      Title: printable(document.title),
      CreationDate: new Date(`${document.day}T12:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  const isDone = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  doc.registerFont("regular", regular);
  doc.registerFont("bold", bold);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const firstPages = new Set<number>();
  for (const { heading, blocks } of document.pages) {
    doc.addPage();
    firstPages.add(doc.bufferedPageRange().count - 1);
    drawBrand(doc);
    const { left, width } = wholeWidth(doc);
    const beside = { left, width: width - brandWidth - 16 };
    write({ doc, root }, heading, { font: "bold", size: 20, tag: "H1" }, beside);
    doc.moveDown(0.5);
    for (const block of blocks) writeBlock({ doc, root }, block);
  }
  drawMargins(doc, printable(document.title), firstPages);
  root.end();
  doc.end();
  return isDone;
}

function fontFile(weight: 400 | 700): Promise<Buffer> {
  const name = `@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`;
  return readFile(packages.resolve(name));
}

/** Page numbers and titles, which are no content for screen readers. */
function drawMargins(doc: Page, title: string, firstPages: ReadonlySet<number>): void {
  const { count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at);
    const { left, width } = wholeWidth(doc);
    const foot = doc.page.height - margin / 2 - 10;
    const number = `Page ${at + 1} of ${count}`;
    doc.markContent("Artifact", { type: "Pagination" });
    doc.font("regular").fontSize(9).fillColor(muted);
    if (!firstPages.has(at)) {
      doc.text(title, left, margin / 2, { lineBreak: false });
      drawLine(doc, margin / 2 + 16, hairline);
    }
    doc.text(title, left, foot, { lineBreak: false });
    doc.text(number, left + width - doc.widthOfString(number), foot, { lineBreak: false });
    doc.endMarkedContent();
  }
}

function wholeWidth(doc: Page): Box {
  return { left: margin, width: doc.page.width - 2 * margin };
}

function drawLine(doc: Page, y: number, color: string): void {
  const { left, width } = wholeWidth(doc);
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .stroke(color);
}

function writeBlock(pen: Pen, block: PdfBlock): void {
  switch (block.kind) {
    case "table":
      return writeTable(pen, block);
    case "facts":
      writeFacts(pen, block, wholeWidth(pen.doc));
      break;
    case "columns":
      writeColumns(pen, block.columns);
      break;
  }
  pen.doc.moveDown(1);
}

function writeColumns(pen: Pen, columns: readonly PdfFacts[]): void {
  const { left, width } = wholeWidth(pen.doc);
  const top = pen.doc.y;
  const share = width / columns.length;
  const bottoms = columns.map((facts, at) => {
    pen.doc.y = top;
    writeFacts(pen, facts, { left: left + at * share, width: share - 16 });
    return pen.doc.y;
  });
  pen.doc.y = Math.max(...bottoms);
}

function writeFacts(pen: Pen, { title, lines }: PdfFacts, box: Box): void {
  if (title !== undefined) write(pen, title, { font: "bold", size: 11, tag: "H2" }, box);
  for (const line of lines) write(pen, line, { font: "regular", size: 10, tag: "P" }, box);
}

function write(
  { doc, root }: Pen,
  text: string,
  { font, size, tag }: { font: string; size: number; tag: string },
  { left, width }: Box,
): void {
  doc.font(font).fontSize(size).fillColor(ink);
  const options = { structParent: root, structType: tag, lineGap: 2, width };
  doc.text(printable(text), left, doc.y, options);
}

type Table = Extract<PdfBlock, { kind: "table" }>;

function writeTable(pen: Pen, { columns, rows, total, sums }: Table): void {
  const { doc, root } = pen;
  const table = doc.struct("Table");
  root.add(table);
  const head: Row = { columns, cells: columns.map(({ name }) => name), tag: "TH", font: "bold" };
  writeRow(pen, table, head);
  const totals = sums.length + (total ? 1 : 0);
  for (const [at, cells] of rows.entries()) {
    // The last row stays on the same page as the sums.
    const below = at === rows.length - 1 ? totals * lineHeight : 0;
    writeRow(pen, table, { columns, cells, tag: "TD", font: "regular" }, { head, below });
  }
  if (total) writeRow(pen, table, { columns, cells: total, tag: "TD", font: "bold" });
  const sumColumns: readonly PdfColumn[] = [
    { name: "", share: 0.7, align: "right" },
    { name: "", share: 0.3, align: "right" },
  ];
  for (const [at, cells] of sums.entries()) {
    const font = at === sums.length - 1 ? "bold" : "regular";
    writeRow(pen, table, { columns: sumColumns, cells, tag: "TD", font });
  }
  table.end();
  doc.moveDown(1.5);
}

type Row = Readonly<{
  columns: readonly PdfColumn[];
  cells: readonly string[];
  tag: "TH" | "TD";
  font: string;
}>;

const lineHeight = 24;

/**
 * @param head repeated if the row begins a new page
 * @param below the space to leave below the row
 */
function writeRow(
  pen: Pen,
  table: Element,
  row: Row,
  { head, below = 0 }: Readonly<{ head?: Row; below?: number }> = {},
): void {
  const { doc } = pen;
  const { width } = wholeWidth(doc);
  doc.font(row.font).fontSize(10).fillColor(ink);
  const widths = row.columns.map(({ share }) => share * width);
  // All columns but the last have a gap to the next one.
  const textWidths = widths.map((of, at) => (at === widths.length - 1 ? of : of - 8));
  const texts = row.cells.map(printable);
  const height = Math.max(
    ...texts.map((text, at) => doc.heightOfString(text, { width: textWidths[at] ?? 0 })),
  );
  if (doc.y + height + 12 + below > doc.page.height - margin) {
    doc.addPage();
    if (head) writeRow(pen, table, head);
    doc.font(row.font).fontSize(10).fillColor(ink);
  }
  const top = doc.y + 6;
  const element = doc.struct("TR");
  table.add(element);
  let left = margin;
  for (const [at, text] of texts.entries()) {
    const align = row.columns[at]?.align ?? "left";
    const cell = { structParent: element, structType: row.tag, features: ["tnum" as const] };
    doc.text(text, left, top, { ...cell, align, width: textWidths[at] ?? 0 });
    left += widths[at] ?? 0;
  }
  element.end();
  const bottom = top + height + 4;
  doc.markContent("Artifact");
  drawLine(doc, bottom, row.tag === "TH" ? ink : hairline);
  doc.endMarkedContent();
  doc.y = bottom;
}

/** The paths of `web/src/ui/brand-mark.tsx`: the bottle with its root, and the name. */
const bottle =
  "M9.2 1.6h5.6v2.6H9.2zM9.9 4.2v2.1C7.2 7 5.6 8.6 5.6 11v8.9c0 1.4 1 2.5 2.5 2.5h7.8c1.5 0 2.5-1.1 2.5-2.5V11c0-2.4-1.6-4-4.3-4.7V4.2M5.6 11.4h12.8";
const root =
  "M12 11.4v2.4M12 13.8c0 1.8-2.6 1.2-2.6 3.2M12 13.8c0 1.8 2.6 1.2 2.6 3.2M9.4 17c0 1-1.3.9-1.3 2.3M9.4 17c0 1 1.1.9 1.1 2.3M14.6 17c0 1-1.1.9-1.1 2.3M14.6 17c0 1 1.3.9 1.3 2.3";
const name =
  "M3 19V8.5M3 12.5c.6-2.6 2.4-4 5-4M13.5 19V2.5M13.5 13c0-2.8 1.7-4.5 4.2-4.5s4 1.6 4 4.4V19M28 19V8.5M28 3.3v.1M33.5 8.5h8l-8.2 10.5h8.5";
const markWidth = 30;
const brandWidth = markWidth + 62;

/** Draws the brand in the top right corner, not as content: the document's text names the sender. */
function drawBrand(doc: Page): void {
  doc.markContent("Artifact");
  doc
    .save()
    .translate(doc.page.width - margin - brandWidth, margin)
    .strokeColor(ink)
    .lineCap("round")
    .lineJoin("round");
  doc.lineWidth(1.5).path(bottle).stroke();
  doc.lineWidth(1.2).path(root).stroke();
  doc.translate(markWidth, 1).lineWidth(2.6).path(name).stroke();
  doc.circle(53, 13.7, 5.3).stroke();
  doc.restore();
  doc.endMarkedContent();
}

/** All characters except those of the embedded font: western letters, currency signs, dashes, quotes. */
const undrawable =
  /[^\u0020-\u007E\u00A0-\u00FF\u0131\u0152\u0153\u2013\u2014\u2018-\u201E\u2022\u2026\u20AC\u2122\u2212]/gu;

/** Letters that the font lacks lose their accents, so that a name stays readable. */
export function printable(text: string): string {
  return text.normalize("NFC").replaceAll(/\s/gu, " ").replaceAll(undrawable, plain);
}

function plain(letter: string): string {
  return withoutAccents(letter).replaceAll(undrawable, "?");
}

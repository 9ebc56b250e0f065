import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type PdfDocument from "pdfkit";

/** A printed paper in words, before anybody decides where on the page they stand. */
export type PdfDocument = Readonly<{
  /** BCP 47, for programs that read aloud. */
  language: string;
  title: string;
  pages: readonly PdfPage[];
}>;

export type PdfPage = Readonly<{
  heading: string;
  blocks: readonly PdfBlock[];
}>;

export type PdfBlock =
  | Readonly<{ kind: "facts"; title?: string; lines: readonly string[] }>
  | Readonly<{
      kind: "table";
      columns: readonly PdfColumn[];
      rows: readonly (readonly string[])[];
      /** Below the rows, the last one in bold. */
      sums: readonly (readonly [name: string, value: string])[];
    }>;

/** `share` is its part of the width; figures stand at the right. */
export type PdfColumn = Readonly<{ name: string; share: number; align: "left" | "right" }>;

/** Makes a paper into a PDF that can be read aloud. */
export type PdfPrinter = (paper: PdfDocument) => Promise<Buffer>;

type Page = InstanceType<typeof PdfDocument>;
type Element = ReturnType<Page["struct"]>;
type Pen = Readonly<{ doc: Page; root: Element }>;

const packages = createRequire(import.meta.url);
const margin = 56;
const ink = "#10312B";
const hairline = "#D5DEDA";

/** A4, tagged, with the letters in it, so that it looks and reads the same everywhere. */
export async function printPdf(paper: PdfDocument): Promise<Buffer> {
  // Large, and few processes ever print: it is loaded with the first paper.
  const { default: Document } = await import("pdfkit");
  const [regular, bold] = await Promise.all([fontFile(400), fontFile(700)]);
  const doc = new Document({
    size: "A4",
    margin,
    autoFirstPage: false,
    font: "",
    // Programs that read aloud need the tags, the language and the title.
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: paper.language,
    info: { Title: printable(paper.title) },
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
  for (const { heading, blocks } of paper.pages) {
    doc.addPage();
    drawBrand(doc, { right: doc.page.width - margin, top: margin, color: ink });
    write({ doc, root }, heading, { font: "bold", size: 24, tag: "H1" });
    doc.moveDown(0.5);
    for (const block of blocks) writeBlock({ doc, root }, block);
  }
  root.end();
  doc.end();
  return isDone;
}

function fontFile(weight: 400 | 700): Promise<Buffer> {
  const name = `@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-${weight}-normal.woff`;
  return readFile(packages.resolve(name));
}

function writeBlock(pen: Pen, block: PdfBlock): void {
  if (block.kind === "table") return writeTable(pen, block);
  if (block.title !== undefined) write(pen, block.title, { font: "bold", size: 11, tag: "H2" });
  for (const line of block.lines) write(pen, line, { font: "regular", size: 10, tag: "P" });
  pen.doc.moveDown(1);
}

function write(
  { doc, root }: Pen,
  text: string,
  { font, size, tag }: { font: string; size: number; tag: string },
): void {
  doc.font(font).fontSize(size).fillColor(ink);
  doc.text(printable(text), margin, doc.y, { structParent: root, structType: tag, lineGap: 2 });
}

type Table = Extract<PdfBlock, { kind: "table" }>;

function writeTable(pen: Pen, { columns, rows, sums }: Table): void {
  const { doc, root } = pen;
  const table = doc.struct("Table");
  root.add(table);
  const names = columns.map(({ name }) => name);
  writeRow(pen, table, { columns, cells: names, tag: "TH", font: "bold" });
  for (const cells of rows) writeRow(pen, table, { columns, cells, tag: "TD", font: "regular" });
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

function writeRow(
  { doc }: Pen,
  table: Element,
  row: Readonly<{
    columns: readonly PdfColumn[];
    cells: readonly string[];
    tag: "TH" | "TD";
    font: string;
  }>,
): void {
  const width = doc.page.width - 2 * margin;
  doc.font(row.font).fontSize(10).fillColor(ink);
  const widths = row.columns.map(({ share }) => share * width);
  // Amounts end where their line ends; everything else keeps its distance from what is beside it.
  const textWidths = widths.map((of, at) => (at === widths.length - 1 ? of : of - 8));
  const texts = row.cells.map(printable);
  const height = Math.max(
    ...texts.map((text, at) => doc.heightOfString(text, { width: textWidths[at] ?? 0 })),
  );
  if (doc.y + height + 12 > doc.page.height - margin) doc.addPage();
  const top = doc.y + 6;
  const element = doc.struct("TR");
  table.add(element);
  let left = margin;
  for (const [at, text] of texts.entries()) {
    const align = row.columns[at]?.align ?? "left";
    const cell = { structParent: element, structType: row.tag };
    doc.text(text, left, top, { ...cell, align, width: textWidths[at] ?? 0 });
    left += widths[at] ?? 0;
  }
  element.end();
  const bottom = top + height + 4;
  doc.markContent("Artifact");
  doc
    .moveTo(margin, bottom)
    .lineTo(margin + width, bottom)
    .lineWidth(0.5)
    .stroke(hairline);
  doc.endMarkedContent();
  doc.y = bottom;
}

/** As the pages of the shop have it (`web/src/ui/brand-mark.tsx`): the bottle with its root, and the name. */
const bottle =
  "M9.2 1.6h5.6v2.6H9.2zM9.9 4.2v2.1C7.2 7 5.6 8.6 5.6 11v8.9c0 1.4 1 2.5 2.5 2.5h7.8c1.5 0 2.5-1.1 2.5-2.5V11c0-2.4-1.6-4-4.3-4.7V4.2M5.6 11.4h12.8";
const root =
  "M12 11.4v2.4M12 13.8c0 1.8-2.6 1.2-2.6 3.2M12 13.8c0 1.8 2.6 1.2 2.6 3.2M9.4 17c0 1-1.3.9-1.3 2.3M9.4 17c0 1 1.1.9 1.1 2.3M14.6 17c0 1-1.1.9-1.1 2.3M14.6 17c0 1 1.3.9 1.3 2.3";
const name =
  "M3 19V8.5M3 12.5c.6-2.6 2.4-4 5-4M13.5 19V2.5M13.5 13c0-2.8 1.7-4.5 4.2-4.5s4 1.6 4 4.4V19M28 19V8.5M28 3.3v.1M33.5 8.5h8l-8.2 10.5h8.5";
const markWidth = 30;
const width = markWidth + 62;

/** Draws it with its right edge at `right`; who hears the paper read hears who sent it from the words. */
function drawBrand(
  doc: InstanceType<typeof PdfDocument>,
  { right, top, color }: Readonly<{ right: number; top: number; color: string }>,
): void {
  doc.markContent("Artifact");
  doc
    .save()
    .translate(right - width, top)
    .strokeColor(color)
    .lineCap("round")
    .lineJoin("round");
  doc.lineWidth(1.5).path(bottle).stroke();
  doc.lineWidth(1.2).path(root).stroke();
  doc.translate(markWidth, 1).lineWidth(2.6).path(name).stroke();
  doc.circle(53, 13.7, 5.3).stroke();
  doc.restore();
  doc.endMarkedContent();
}

/** All but what the embedded font can draw: western letters, signs of our currencies, dashes, quotes. */
const undrawable =
  /[^\u0020-\u007E\u00A0-\u00FF\u0131\u0152\u0153\u2013\u2014\u2018-\u201E\u2022\u2026\u20AC\u2122\u2212]/gu;

/** Letters that the font has not lose their accents, so that a name stays readable. */
export function printable(text: string): string {
  return text.normalize("NFC").replaceAll(/\s/gu, " ").replaceAll(undrawable, plain);
}

function plain(letter: string): string {
  return letter.normalize("NFD").charAt(0).replace(undrawable, "?");
}

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type PdfDocument from "pdfkit";
import { drawBrand } from "./brand-drawing.ts";
import type { Paper, PaperBlock, PaperColumn } from "./pdf-document.ts";
import { printable } from "./printable.ts";

type Page = InstanceType<typeof PdfDocument>;
type Element = ReturnType<Page["struct"]>;
type Pen = Readonly<{ doc: Page; root: Element }>;

const packages = createRequire(import.meta.url);
const margin = 56;
const ink = "#10312B";
const hairline = "#D5DEDA";

/** A4, tagged, with the letters in it, so that it looks and reads the same everywhere. */
export async function printPdf(paper: Paper): Promise<Buffer> {
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

function writeBlock(pen: Pen, block: PaperBlock): void {
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

type Table = Extract<PaperBlock, { kind: "table" }>;

function writeTable(pen: Pen, { columns, rows, sums }: Table): void {
  const { doc, root } = pen;
  const table = doc.struct("Table");
  root.add(table);
  const names = columns.map(({ name }) => name);
  writeRow(pen, table, { columns, cells: names, tag: "TH", font: "bold" });
  for (const cells of rows) writeRow(pen, table, { columns, cells, tag: "TD", font: "regular" });
  const sumColumns: readonly PaperColumn[] = [
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
    columns: readonly PaperColumn[];
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

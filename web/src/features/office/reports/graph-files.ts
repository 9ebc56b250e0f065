import { csvField, harmlessText } from "@portal/shared/platform/harmless-text.ts";
import type { GraphData, GraphMeasure } from "./graph-data.ts";

/** The table of a graph as plain text; money with two places and a point. */
export function graphCsv(data: GraphData, measure: GraphMeasure): string {
  const text = (value: number) => (measure === "units" ? String(value) : decimalText(value));
  const heading = ["From", ...data.layers.map(({ name }) => name), "Total", "Period before"];
  const lines = data.steps.map((day, at) => [
    day,
    ...data.layers.map(({ values }) => text(values[at] ?? 0)),
    text(data.totals[at] ?? 0),
    text(data.before[at] ?? 0),
  ]);
  const table = [heading.map(harmlessText), ...lines];
  return `\uFEFF${table.map((line) => line.map(csvField).join(",")).join("\r\n")}\r\n`;
}

function decimalText(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What a picture needs of the page's styles, which it cannot take along. */
const drawn = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font-size",
  "font-family",
  "opacity",
];
const scale = 2;

/** The graph as a picture on white, twice as fine as on the screen; null where it cannot be drawn. */
export async function pictureOf(chart: SVGSVGElement): Promise<Blob | null> {
  const { width, height } = chart.getBoundingClientRect();
  const copy = withStyles(chart);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function withStyles(chart: SVGSVGElement): SVGSVGElement {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of an element is of its kind
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>("*");
  for (const [at, original] of chart.querySelectorAll<SVGElement>("*").entries()) {
    const styles = getComputedStyle(original);
    for (const name of drawn) copies[at]?.style.setProperty(name, styles.getPropertyValue(name));
  }
  return copy;
}

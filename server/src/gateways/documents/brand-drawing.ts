import type PdfDocument from "pdfkit";

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
export function drawBrand(
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

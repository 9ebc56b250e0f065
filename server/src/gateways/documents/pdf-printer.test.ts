import { extractText, getDocumentProxy } from "unpdf";
import { afterEach, describe, expect, test, vi } from "vitest";
import { printable, printPdf } from "./pdf-document.ts";

const pdfDocument = {
  language: "en-ZA",
  title: "Tax invoice 10421",
  day: "2026-02-28",
  pages: [
    {
      heading: "Tax invoice",
      blocks: [
        { kind: "facts", title: "To", lines: ["Zoë Dvořák", "1 Long Street"] },
        {
          kind: "table",
          columns: [
            { name: "Description", share: 0.7, align: "left" },
            { name: "Total", share: 0.3, align: "right" },
          ],
          rows: Array.from({ length: 60 }, (_, at) => [`Product ${at}`, "£4.99"]),
          sums: [["Total", "R1\u00a0234.50"]],
        },
      ],
    },
  ],
} as const;

describe("a document as PDF", () => {
  afterEach(() => vi.useRealTimers());

  test("is the same file whenever it is printed, so that digests of it agree", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-02-01T08:00:00Z") });
    const first = await printPdf(pdfDocument);
    vi.setSystemTime(new Date("2031-06-15T12:34:56Z"));
    expect((await printPdf(pdfDocument)).equals(first)).toBe(true);
    const { info } = await (await getDocumentProxy(new Uint8Array(first))).getMetadata();
    expect(info).toMatchObject({ CreationDate: "D:20260228120000Z" });
    expect((await printPdf({ ...pdfDocument, title: "Other" })).equals(first)).toBe(false);
  });

  test("contains its text, on as many pages as needed", async () => {
    const document = await getDocumentProxy(new Uint8Array(await printPdf(pdfDocument)));
    const { text, totalPages } = await extractText(document, { mergePages: true });
    expect(text).toContain("Zoë Dvorák");
    expect(text).toContain("Product 59");
    expect(text).toMatch(/£4\.99/);
    expect(text).toMatch(/R1\s234\.50/);
    expect(totalPages).toBe(3);
  });

  test("has its title, the page number and the column headings on every page", async () => {
    const document = await getDocumentProxy(new Uint8Array(await printPdf(pdfDocument)));
    const { text } = await extractText(document, { mergePages: false });
    expect(text).toHaveLength(3);
    for (const [at, page] of text.entries()) {
      expect(page).toContain(`Page ${at + 1} of 3`);
      expect(page).toContain("Tax invoice 10421");
      expect(page).toContain("Description");
    }
  });

  test("is accessible: tags, language, title, embedded font", async () => {
    const pdf = (await printPdf(pdfDocument)).toString("latin1");
    expect(pdf).toContain("/Marked true");
    expect(pdf).toContain("/Lang (en-ZA)");
    expect(pdf).toContain("/DisplayDocTitle true");
    for (const tag of ["H1", "H2", "P", "Table", "TR", "TH", "TD"])
      expect(pdf).toMatch(new RegExp(`/S /${tag}\\b`));
    expect(pdf).toContain("/FontFile");
    expect(pdf).not.toContain("Helvetica");
  });
});

test.each([
  ["Zoë £5 −R10 “x”", "Zoë £5 −R10 “x”"],
  ["Dvořák", "Dvorák"],
  ["Łukasz Wałęsa, Đorđe Strauß‑Bjørn", "Lukasz Walesa, Dorde Strauß-Bjørn"],
  ["李 😀", "? ?"],
  ["a\nb\tc\u0007", "a b c?"],
])("%j is drawn as %j", (text, drawn) => {
  expect(printable(text)).toBe(drawn);
});

import type { ZipEntry } from "../../gateways/documents/zip.ts";
import { registerFile, registerRowsOf } from "../../money/books/document-register.rules.ts";
import type { VatDocument } from "../../money/books/vat.rules.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import { printCreditNote, printInvoice } from "../../sales/orders/order-documents.actions.ts";
import { type ContentsContext, type ReadContents, textEntry } from "./archive-contents.ts";

/** Invoices and credit notes of any days as they are on their own, then their register. */
export const readDocuments: ReadContents = async (context, { from, to }) => {
  const { region } = context.shop;
  const { calendar, documents } = await context.readBooks({ kind: "vat", region, from, to });
  return {
    documents: documents.length,
    files: documents.length + 1,
    isOpen: closingOf(calendar, to.slice(0, 7)) === null,
    entries: () => printed(context, documents),
  };
};

async function* printed(
  { db, shop, user, print }: ContentsContext,
  documents: readonly VatDocument[],
): AsyncGenerator<ZipEntry> {
  const context = { db, user, guestId: null, print };
  for (const { kind, number, orderId } of documents) {
    const printOne = kind === "invoice" ? printInvoice : printCreditNote;
    // 7001 and 7001-2, CN7001-1 and CN7001-2.
    const nth = Number(number.split("-")[1] ?? 1);
    const { fileName, pdf } = await printOne(context, orderId ?? "", nth);
    yield { name: fileName, content: pdf };
  }
  yield textEntry({
    name: "register.csv",
    text: registerFile(registerRowsOf(documents), shop.region),
  });
}

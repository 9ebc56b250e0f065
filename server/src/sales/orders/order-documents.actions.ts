import { deliveryName } from "@portal/shared/sales/delivery/delivery-services.ts";
import { collectionInWords } from "@portal/shared/sales/delivery/collection-words.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { SignedInUser } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { PaperPage, PaperPrinter } from "../../gateways/documents/pdf-document.ts";
import { writeCreditNote } from "./credit-note.rules.ts";
import { getCreditNoteFacts, getInvoiceFacts } from "./order-documents.queries.ts";
import { type Invoice, writeInvoice } from "./order-documents.rules.ts";
import { getOrderDetail, type OrderDetail } from "./order-detail.queries.ts";

export type PrintedPaper = Readonly<{ fileName: string; pdf: Buffer }>;
type Desk = Readonly<{ db: ReadDatabase; user: SignedInUser | null; print: PaperPrinter }>;

const languages: Readonly<Record<Region, string>> = { za: "en-ZA", uk: "en-GB", usa: "en-US" };

/** @throws DomainError as `getInvoiceFacts` */
export async function printInvoice({ db, user, print }: Desk, uuid: string): Promise<PrintedPaper> {
  const facts = await getInvoiceFacts(db, user, uuid);
  const invoice = writeInvoice(facts);
  const pdf = await print({
    language: languages[facts.region],
    title: `${invoice.title} ${facts.orderNumber}`,
    pages: [taxPage(invoice)],
  });
  return { fileName: `invoice-${facts.orderNumber}.pdf`, pdf };
}

/** @throws DomainError as `getCreditNoteFacts` */
export async function printCreditNote(
  { db, user, print }: Desk,
  uuid: string,
  nth: number,
): Promise<PrintedPaper> {
  const facts = await getCreditNoteFacts(db, user, uuid, nth);
  const note = writeCreditNote(facts);
  const pdf = await print({
    language: languages[facts.region],
    title: `${note.title} ${facts.number}`,
    pages: [taxPage(note)],
  });
  return { fileName: `credit-note-${facts.number}.pdf`, pdf };
}

/** Who to whom, and a table whose first column is words and the others figures. */
function taxPage(paper: Omit<Invoice, "form" | "title"> & Readonly<{ title: string }>): PaperPage {
  const { title, supplier, recipient, head, columns, rows, sums } = paper;
  const [description = "", ...figures] = columns;
  const share = 0.6 / figures.length;
  return {
    heading: title,
    blocks: [
      { kind: "facts", lines: head },
      { kind: "facts", title: "From", lines: supplier },
      ...(recipient ? [{ kind: "facts" as const, title: "To", lines: recipient }] : []),
      {
        kind: "table",
        columns: [
          { name: description, share: 0.4, align: "left" },
          ...figures.map((name) => ({ name, share, align: "right" as const })),
        ],
        rows,
        sums,
      },
    ],
  };
}

/** A page for each recipient: who, where, how many of what, and no price. For the office alone. */
export async function printPackingSlip(
  { db, user, print }: Desk,
  uuid: string,
): Promise<PrintedPaper> {
  const order = await getOrderDetail(db, user, uuid);
  const count = order.sections.length;
  const pdf = await print({
    language: languages[order.region],
    title: `Packing slip ${order.orderNumber}`,
    pages: order.sections.map((section, at) => slipPage(order, section, `${at + 1} of ${count}`)),
  });
  return { fileName: `packing-slip-${order.orderNumber}.pdf`, pdf };
}

function slipPage(
  order: OrderDetail,
  { recipient, lines }: OrderDetail["sections"][number],
  parcel: string,
): PaperPage {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const service = order.collection
    ? [collectionInWords(order.collection)]
    : [`Delivery: ${deliveryName(order.deliveryService)}`];
  const notes = order.deliveryNotes ? [`Delivery notes: ${order.deliveryNotes}`] : [];
  const to = recipient
    ? [recipient.name, ...recipient.address, recipient.cell]
    : ["The recipient is not known any more."];
  return {
    heading: "Packing slip",
    blocks: [
      {
        kind: "facts",
        lines: [`Order ${order.orderNumber}, recipient ${parcel}`, ...service, ...notes],
      },
      { kind: "facts", title: "To", lines: to },
      {
        kind: "table",
        columns: [
          { name: "Product", share: 0.7, align: "left" },
          { name: "Quantity", share: 0.3, align: "right" },
        ],
        rows: lines.map(({ name, quantity }) => [name, String(quantity)]),
        sums: [["Units", String(units)]],
      },
    ],
  };
}

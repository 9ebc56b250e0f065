import "@mantine/core/styles/Group.layer.css";
import { Group } from "@mantine/core";
import type { ApiOutputs } from "../../../api/api.ts";
import { GuestDocument } from "./guest-document.tsx";

type Detail = ApiOutputs["orders"]["detail"];

/** Links to the documents of an order that the viewer may open. */
export function OrderDocuments(props: {
  order: Pick<Detail, "uuid" | "invoices" | "creditNotes" | "view">;
  /** Of a guest who sees their own order: without it the documents name nobody. */
  guestId?: string | undefined;
}) {
  const { guestId } = props;
  const { uuid, invoices, creditNotes, view } = props.order;
  const documents = [
    ...invoices.map(({ nth, number }) => ({
      name: invoices.length > 1 ? `Invoice ${number} (PDF)` : "Invoice (PDF)",
      file: invoices.length > 1 ? `invoices/${nth}` : "invoice.pdf",
      fileName: `invoice-${number}.pdf`,
    })),
    ...creditNotes.map(({ nth, number }) => ({
      name: `Credit note ${number} (PDF)`,
      file: `credit-notes/${nth}`,
      fileName: `credit-note-${number}.pdf`,
    })),
    ...(view === "office"
      ? [{ name: "Packing slip (PDF)", file: "packing-slip.pdf", fileName: "packing-slip.pdf" }]
      : []),
  ];
  if (documents.length === 0) return null;
  return (
    <Group gap="lg">
      {documents.map(({ name, file, fileName }) => {
        const address = `/orders/${uuid}/${file}`;
        return guestId === undefined ? (
          <a key={file} href={address} target="_blank" rel="noreferrer">
            {name}
          </a>
        ) : (
          <GuestDocument key={file} address={address} guestId={guestId} fileName={fileName}>
            {name}
          </GuestDocument>
        );
      })}
    </Group>
  );
}

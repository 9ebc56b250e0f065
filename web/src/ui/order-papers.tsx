import type { ApiOutputs } from "../api/api.ts";
import classes from "./order-steps.module.css";

type Detail = ApiOutputs["orders"]["detail"];

/** The papers of an order that the viewer may open, each in a tab of its own. */
export function OrderDocuments(props: {
  order: Pick<Detail, "uuid" | "hasInvoice" | "creditNotes" | "view">;
}) {
  const { uuid, hasInvoice, creditNotes, view } = props.order;
  const papers = [
    ...(hasInvoice ? [{ name: "Invoice (PDF)", file: "invoice.pdf" }] : []),
    ...creditNotes.map(({ nth, number }) => ({
      name: `Credit note ${number} (PDF)`,
      file: `credit-notes/${nth}`,
    })),
    ...(view === "office" ? [{ name: "Packing slip (PDF)", file: "packing-slip.pdf" }] : []),
  ];
  if (papers.length === 0) return null;
  return (
    <p className={classes.papers}>
      {papers.map(({ name, file }) => (
        <a key={file} href={`/orders/${uuid}/${file}`} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </p>
  );
}

import type { ApiOutputs } from "../api/api.ts";
import classes from "./order-steps.module.css";

type Detail = ApiOutputs["orders"]["detail"];

/** The papers of an order that the viewer may open, each in a tab of its own. */
export function OrderPapers(props: { order: Pick<Detail, "uuid" | "hasInvoice" | "view"> }) {
  const { uuid, hasInvoice, view } = props.order;
  const papers = [
    ...(hasInvoice ? [{ name: "Invoice (PDF)", file: "invoice.pdf" }] : []),
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

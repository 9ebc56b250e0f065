import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import classes from "./card-list.module.css";
import type { ListViewProps } from "./list-table.tsx";

/** The same columns as cards: title and status on top, the facts below, the rest behind a tap. */
export function CardList<Row extends RowData, By extends string>(props: ListViewProps<Row, By>) {
  const { columns, onOpen } = props;
  const title = columns.find(({ onCard }) => onCard === "title");
  const statuses = columns.filter(({ onCard }) => onCard === "status");
  const facts = columns.filter(({ onCard }) => onCard === "fact");

  return (
    <ul className={classes.cards} aria-label={props.label}>
      {props.rows.map((row) => (
        <li key={props.rowKey(row)} className={classes.card}>
          <div className={classes.top}>
            <div className={classes.title}>{title?.cell(row)}</div>
            {statuses.map((column) => (
              <div key={column.id}>{column.cell(row)}</div>
            ))}
          </div>
          <dl className={classes.facts}>
            {facts.map((column) => (
              <CardFact key={column.id} name={column.header} value={column.cell(row)} />
            ))}
          </dl>
          {onOpen && (
            <button
              type="button"
              className={classes.open}
              aria-label={`Open ${props.rowName?.(row) ?? props.rowKey(row)}`}
              onClick={() => onOpen(row)}
            >
              Open
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What a row has nothing of is left out: a card has no columns to keep in line. */
function CardFact(props: { name: string; value: ReactNode }) {
  if (props.value === null) return null;
  return (
    <div className={classes.fact}>
      <dt>{props.name}</dt>
      <dd>{props.value}</dd>
    </div>
  );
}

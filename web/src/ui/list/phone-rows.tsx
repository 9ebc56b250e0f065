import { type ReactNode, useDeferredValue, useMemo } from "react";
import { type ListColumn, type ListViewProps, nameOf } from "./list-columns.ts";
import classes from "./list.module.css";
import { SelectRow } from "./list-choice.tsx";
import { Opening } from "./row-opening.tsx";

/** More than a phone shows at once; the others are drawn when these are seen. */
const firstRows = 12;

/** Rows of two lines: title and amount, then facts and status. */
export function PhoneRows<Row, By extends string>(
  props: ListViewProps<Row, By> & { rows: readonly Row[] },
) {
  const { columns, choice, hrefOf, onOpen } = props;
  const places = useMemo(() => placesOf(columns), [columns]);
  const rows = useDeferredValue(props.rows, props.rows.slice(0, firstRows));
  return (
    <ul className={classes.rows} aria-label={props.label}>
      {rows.map((row) => {
        const key = props.rowKey(row);
        const name = nameOf(props, row);
        return (
          <PhoneRow
            key={key}
            row={row}
            places={places}
            label={`Open ${name}`}
            href={hrefOf?.(row)}
            onOpen={onOpen && (() => onOpen(row))}
            isChosen={choice?.keys.has(key) === true}
            isMarked={props.isMarked?.(row) === true}
          >
            {choice?.isSelecting && <SelectRow choice={choice} rowKey={key} name={name} />}
          </PhoneRow>
        );
      })}
    </ul>
  );
}

type Places<Row> = Readonly<{
  title: ListColumn<Row> | undefined;
  amounts: readonly ListColumn<Row>[];
  facts: readonly ListColumn<Row>[];
  statuses: readonly ListColumn<Row>[];
  menus: readonly ListColumn<Row>[];
}>;

function placesOf<Row>(columns: readonly ListColumn<Row>[]): Places<Row> {
  const title = columns.find(({ onPhone }) => onPhone === "title") ?? columns[0];
  const of = (place: ListColumn<Row>["onPhone"]) =>
    columns.filter((column) => column.onPhone === place && column !== title);
  return {
    title,
    amounts: of("amount"),
    facts: of("fact"),
    statuses: of("status"),
    menus: of("menu"),
  };
}

/** Drawn anew only if something of it has changed: opening a row changes the address, which the whole screen follows. */
function PhoneRow<Row>(props: {
  row: Row;
  places: Places<Row>;
  label: string;
  href: string | undefined;
  onOpen: (() => void) | undefined;
  isChosen: boolean;
  isMarked: boolean;
  children: ReactNode;
}) {
  const { row, places, label, href, onOpen, isChosen, isMarked, children } = props;
  return useMemo(() => {
    const { title, amounts, facts, statuses, menus } = places;
    return (
      <li
        className={classes.row}
        data-chosen={isChosen || isMarked || undefined}
        aria-current={isMarked || undefined}
      >
        {children}
        <div className={classes.rowBody}>
          <div className={classes.rowTop}>
            <div className={classes.rowTitle}>
              <Opening label={label} href={href} onOpen={onOpen}>
                {title?.cell(row)}
              </Opening>
            </div>
            <div className={classes.rowTitle}>{amounts.map(({ cell }) => cell(row))}</div>
          </div>
          <div className={classes.rowLower}>
            <div
              className={classes.rowFacts}
              data-wraps={facts.some(({ wraps }) => wraps) || undefined}
            >
              {facts.map(({ id, cell }) => (
                <Fact key={id}>{cell(row)}</Fact>
              ))}
            </div>
            <div className={classes.rowStatuses}>
              {statuses.map(({ id, cell }) => (
                <Fact key={id}>{cell(row)}</Fact>
              ))}
            </div>
          </div>
        </div>
        {menus.map(({ id, cell }) => (
          <div key={id}>{cell(row)}</div>
        ))}
      </li>
    );
  }, [row, places, label, href, onOpen, isChosen, isMarked, children]);
}

/** Empty facts are left out. */
function Fact({ children }: { children: ReactNode }) {
  return children === null || children === "" ? null : <span>{children}</span>;
}

import { Button } from "@mantine/core";
import classes from "./list-pages.module.css";
import { oneOf } from "./one-of.ts";

/** "21 to 40 of 134 orders", and the way to the neighbours. */
export function ListPages(props: {
  label: string;
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { page, pageSize, total } = props;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  const rows = total === 1 ? oneOf(props.label) : props.label;
  const count = last === 1 ? `${total} ${rows}` : `${from} to ${to} of ${total} ${rows}`;

  return (
    <nav className={classes.pages} aria-label={`Pages of ${props.label}`}>
      <p className={classes.count} role="status">
        {count}
      </p>
      {last > 1 && (
        <div className={classes.moves}>
          <Button variant="default" disabled={page <= 1} onClick={() => props.onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="default" disabled={page >= last} onClick={() => props.onPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}

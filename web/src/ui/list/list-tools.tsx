import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconDownload } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import classes from "./list-tools.module.css";
import { useSavedViews } from "./saved-views.ts";
import type { ColumnChoice } from "./use-shown-columns.ts";

const ListViewDialog = lazy(async () => ({
  default: (await import("./list-view-dialog.tsx")).ListViewDialog,
}));

/** What is no part of how a list is seen: the page of it, and what is open. */
const passing = ["page", "order", "payout"];

/**
 * Above a list: the views that somebody saved, the way to save one and to choose columns, and the list
 * as a file as it is filtered.
 *
 * @param props.list names it in the browser's store
 * @param props.owner the number of whoever is signed in
 * @param props.file where the same is had as a workbook
 */
export function ListTools(props: {
  list: string;
  owner: number;
  columns?: { choices: readonly ColumnChoice[]; toggle: (id: string) => void };
  file?: string;
  /** What else the list can be had as. */
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  const here = viewIn(useSearch());
  const saved = useSavedViews(props.list, props.owner);
  return (
    <div className={classes.tools}>
      {saved.views.length > 0 && (
        <nav aria-label="Saved views" className={classes.views}>
          {saved.views.map(({ name, search }) => (
            <Link
              key={name}
              href={search === "" ? path : `${path}?${search}`}
              className={classes.view}
              aria-current={search === here ? "true" : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {props.columns ? "Views and columns" : "Views"}
        </Button>
        {props.file !== undefined && <FileLink address={props.file} />}
        {props.children}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <ListViewDialog
            saved={saved}
            here={here}
            columns={props.columns}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function FileLink(props: { address: string }) {
  return (
    <Button
      component="a"
      href={props.address}
      download
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
    >
      Excel
    </Button>
  );
}

function viewIn(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of passing) params.delete(name);
  return params.toString();
}

import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconDownload } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { Link, useLocation, useSearch, useSearchParams } from "wouter";
import choiceBoxClasses from "./choice-box.module.css";
import type { ListColumn } from "./data-list.tsx";
import classes from "./list-tools.module.css";
import { useSavedViews } from "./saved-views.ts";

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

/** Rows of a list that are chosen, to do something with all of them at once. */
export type Choice<Row> = Readonly<{
  keys: ReadonlySet<string>;
  /** Those that are chosen and in sight: nothing is done to what is not seen. */
  chosen: readonly Row[];
  choose: (key: string, isChosen: boolean) => void;
  chooseAll: () => void;
  chooseNone: () => void;
}>;

/** @param rows those in sight that may be chosen */
export function useChoice<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Choice<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const choose = (key: string, isChosen: boolean) =>
    setKeys((before) => {
      const after = new Set(before);
      if (isChosen) after.add(key);
      else after.delete(key);
      return after;
    });
  return {
    keys,
    chosen: rows.filter((row) => keys.has(keyOf(row))),
    choose,
    chooseAll: () => setKeys(new Set(rows.map(keyOf))),
    chooseNone: () => setKeys(new Set()),
  };
}

/** Above a list: how many rows are chosen, and what can be done with them. */
export function ChosenBar(props: { label: string; words: string; children: ReactNode }) {
  return (
    <div className={choiceBoxClasses.chosen} role="group" aria-label={props.label}>
      <p className={choiceBoxClasses.note}>{props.words}</p>
      {props.children}
    </div>
  );
}

/** The box by which a row is chosen. @param props.name what the row is: "order 12" */
export function ChoiceBox<Row>(props: { choice: Choice<Row>; rowKey: string; name: string }) {
  const { choice, rowKey } = props;
  return (
    <input
      type="checkbox"
      className={choiceBoxClasses.box}
      aria-label={`Choose ${props.name}`}
      checked={choice.keys.has(rowKey)}
      onChange={(event) => choice.choose(rowKey, event.currentTarget.checked)}
    />
  );
}

/** A column that somebody may leave out or take in. */
export type ColumnChoice = Readonly<{ id: string; header: string; isShown: boolean }>;

type ShownColumns<Column> = Readonly<{
  shown: readonly Column[];
  choices: readonly ColumnChoice[];
  toggle: (id: string) => void;
}>;

/**
 * Which columns of a list there are: those that are not `optional`, and of these as they begin or as
 * the address says; `columns=id.created` names those that are the other way round.
 */
export function useShownColumns<Row, By extends string>(
  columns: readonly ListColumn<Row, By>[],
): ShownColumns<ListColumn<Row, By>> {
  const [params, setParams] = useSearchParams();
  const turned = params.get("columns") ?? "";
  return useMemo(() => {
    const ids = turned === "" ? [] : turned.split(".");
    const isShown = ({ id, optional }: ListColumn<Row, By>) =>
      optional === undefined || (optional === "shown") !== ids.includes(id);
    const toggle = (id: string) => {
      const after = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (after.length > 0) next.set("columns", after.join("."));
          else next.delete("columns");
          return next;
        },
        { replace: true },
      );
    };
    return {
      shown: columns.filter(isShown),
      choices: columns
        .filter(({ optional }) => optional !== undefined)
        .map((column) => ({
          id: column.id,
          header: column.header,
          isShown: isShown(column),
        })),
      toggle,
    };
  }, [columns, turned, setParams]);
}

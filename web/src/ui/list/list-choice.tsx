import { ActionBar, Button, Checkbox, Table, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./list.module.css";
import { useIsPhone } from "../use-is-phone.ts";
import type { PageAction } from "../page-actions-menu.tsx";

/** The selection of a list, for bulk actions. It lasts across the pages, filters and searches of the list. */
export type Choice<Row> = Readonly<{
  keys: ReadonlySet<string>;
  /** The selectable rows of this page. */
  free: ReadonlySet<string>;
  /** All selected rows: those of this page as they are now, the others as they were when they were seen. */
  chosen: readonly Row[];
  choose: (key: string, isChosen: boolean) => void;
  /** Selects or clears the rows of this page; the others stay as they are. */
  choosePage: (isChosen: boolean) => void;
  /** Selects these rows instead, also those on other pages. */
  chooseRows: (rows: readonly Row[]) => void;
  chooseNone: () => void;
  /** Whether a phone shows the checkboxes; a table always does. */
  isSelecting: boolean;
  setSelecting: (isSelecting: boolean) => void;
}>;

/** The part that a list needs, without the type of its rows. */
export type ShownChoice = Omit<Choice<unknown>, "chooseRows">;

/**
 * @param rows the selectable rows of this page
 * @param gone rows of this page that can no longer be selected, and leave the selection
 */
export function useChoice<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  gone: readonly Row[] = [],
): Choice<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const [isSelecting, setSelecting] = useState(false);
  const onPage = new Map(rows.map((row) => [keyOf(row), row]));
  const left = new Set(gone.map(keyOf));
  const chosen = [...picked].flatMap(([key, row]) =>
    left.has(key) ? [] : [[key, onPage.get(key) ?? row] as const],
  );
  const chooseNone = () => setPicked(new Map());
  return {
    keys: new Set(chosen.map(([key]) => key)),
    free: new Set(onPage.keys()),
    chosen: chosen.map(([, row]) => row),
    choose: (key, isChosen) =>
      setPicked((before) => {
        const row = onPage.get(key);
        if (isChosen) return row === undefined ? before : new Map([...before, [key, row]]);
        return new Map([...before].filter(([each]) => each !== key));
      }),
    choosePage: (isChosen) =>
      setPicked((before) =>
        isChosen
          ? new Map([...before, ...onPage])
          : new Map([...before].filter(([key]) => !onPage.has(key))),
      ),
    chooseRows: (all) => setPicked(new Map(all.map((row) => [keyOf(row), row]))),
    chooseNone,
    isSelecting,
    setSelecting: (now) => {
      setSelecting(now);
      if (!now) chooseNone();
    },
  };
}

/** "3 selected", and how many of them are on other pages or outside of the filter. */
export function chosenWords({ keys, free }: Pick<ShownChoice, "keys" | "free">): string {
  const elsewhere = [...keys].filter((key) => !free.has(key)).length;
  return elsewhere === 0
    ? `${keys.size} selected`
    : `${keys.size} selected, ${elsewhere} not on this page`;
}

/**
 * Offers to select all matching rows once the whole page is selected. They are loaded first, so that the action applies to
 * exactly the rows that were counted.
 *
 * @param props.max the most rows of one action
 */
export function SelectMatching<Row>(props: {
  choice: Choice<Row>;
  total: number;
  max: number;
  read: () => Promise<readonly Row[]>;
}) {
  const { choice, total, max, read } = props;
  const [state, setState] = useState<"idle" | "reading" | "failed">("idle");
  const { keys, free } = choice;
  const isPageChosen = free.size > 0 && [...free].every((key) => keys.has(key));
  if (!isPageChosen || total <= keys.size) return null;
  const readAll = async () => {
    setState("reading");
    try {
      choice.chooseRows(await read());
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <Button variant="subtle" loading={state === "reading"} onClick={() => void readAll()}>
      {state === "failed"
        ? "Could not load them. Try again"
        : total > max
          ? `Select the first ${max} that match`
          : `Select all ${total} that match`}
    </Button>
  );
}

/** The page action that shows the checkboxes on a phone. */
export function useSelectAction(
  choice: Pick<ShownChoice, "isSelecting" | "setSelecting">,
): readonly PageAction[] {
  const { isSelecting, setSelecting } = choice;
  if (!useIsPhone()) return [];
  return [
    {
      label: isSelecting ? "Stop selecting" : "Select several",
      icon: IconListCheck,
      onClick: () => setSelecting(!isSelecting),
    },
  ];
}

/**
 * The bulk actions, over the foot of a list while rows are selected. It is after the list in the DOM, so that the keyboard
 * reaches it next.
 *
 * @param props.words the selection: "3 selected · R6 395.00"
 * @param props.max the most rows of one action
 */
export function ChoiceBar(props: {
  label: string;
  words: string;
  max: number;
  choice: Pick<ShownChoice, "chosen" | "chooseNone">;
  children: ReactNode;
}) {
  const { chosen, chooseNone } = props.choice;
  return (
    <ActionBar
      opened={chosen.length > 0}
      onClose={chooseNone}
      withinPortal={false}
      aria-label={props.label}
      className={classes.bar ?? ""}
      position={{ bottom: 84, left: "var(--app-shell-navbar-offset, 0px)", right: 0 }}
    >
      <Text size="sm" fw={600} className="tabular" px="xs" role="status">
        {props.words}
        {chosen.length > props.max && `. Select ${props.max} or fewer`}
      </Text>
      <ActionBar.Divider visibleFrom="md" />
      {chosen.length <= props.max && props.children}
      <Button variant="subtle" onClick={chooseNone} aria-label="Clear selection">
        Clear
      </Button>
    </ActionBar>
  );
}

export function SelectAll(props: { choice: ShownChoice }) {
  const { free, keys, choosePage } = props.choice;
  const inSight = [...free].filter((key) => keys.has(key)).length;
  return (
    <Table.Th w={40}>
      {free.size > 0 && (
        <Checkbox
          aria-label="Select all on this page"
          checked={inSight === free.size}
          indeterminate={inSight > 0 && inSight < free.size}
          onChange={(event) => choosePage(event.currentTarget.checked)}
        />
      )}
    </Table.Th>
  );
}

/** Nothing for a row that cannot be selected. */
export function SelectRow(props: { choice: ShownChoice; rowKey: string; name: string }) {
  const { choice, rowKey } = props;
  if (!choice.free.has(rowKey)) return null;
  return (
    <Checkbox
      aria-label={`Select ${props.name}`}
      checked={choice.keys.has(rowKey)}
      onChange={(event) => choice.choose(rowKey, event.currentTarget.checked)}
    />
  );
}

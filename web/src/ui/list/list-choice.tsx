import { ActionBar, Button, Checkbox, Table, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./list.module.css";
import type { PageAction } from "../page-header.tsx";
import { useIsPhone } from "../use-is-phone.ts";

/** The selection of a list, for bulk actions. */
export type Choice<Row> = Readonly<{
  keys: ReadonlySet<string>;
  /** The selectable rows of this page. */
  free: ReadonlySet<string>;
  /** The selected rows that are on this page or were selected with `chooseRows`; an action applies to no others. */
  chosen: readonly Row[];
  choose: (key: string, isChosen: boolean) => void;
  chooseAll: () => void;
  /** Selects these rows, also those on other pages, until the list's filters change. */
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
 * @param filterKey identifies the list's filters, where rows beyond this page can be selected
 */
export function useChoice<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  filterKey = "",
): Choice<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [beyond, setBeyond] = useState<Readonly<{ filterKey: string; rows: readonly Row[] }>>();
  const [isSelecting, setSelecting] = useState(false);
  const choose = (key: string, isChosen: boolean) =>
    setKeys((before) => {
      const after = new Set(before);
      if (isChosen) after.add(key);
      else after.delete(key);
      return after;
    });
  const free = new Set(rows.map(keyOf));
  const chooseNone = () => {
    setKeys(new Set());
    setBeyond(undefined);
  };
  const others = beyond?.filterKey === filterKey ? beyond.rows : [];
  return {
    keys,
    free,
    chosen: [...rows, ...others.filter((row) => !free.has(keyOf(row)))].filter((row) =>
      keys.has(keyOf(row)),
    ),
    choose,
    chooseAll: () => setKeys(free),
    chooseRows: (all) => {
      setKeys(new Set(all.map(keyOf)));
      setBeyond({ filterKey, rows: all });
    },
    chooseNone,
    isSelecting,
    setSelecting: (now) => {
      setSelecting(now);
      if (!now) chooseNone();
    },
  };
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
  const { chosen, free } = choice;
  if (chosen.length !== free.size || total <= free.size) return null;
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
 */
export function ChoiceBar(props: {
  label: string;
  words: string;
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
      </Text>
      <ActionBar.Divider />
      {props.children}
      <ActionBar.CloseButton aria-label="Clear selection" />
    </ActionBar>
  );
}

export function SelectAll(props: { choice: ShownChoice }) {
  const { free, keys, chooseAll, chooseNone } = props.choice;
  const inSight = [...free].filter((key) => keys.has(key)).length;
  return (
    <Table.Th w={40}>
      {free.size > 0 && (
        <Checkbox
          aria-label="Select all on this page"
          checked={inSight === free.size}
          indeterminate={inSight > 0 && inSight < free.size}
          onChange={(event) => (event.currentTarget.checked ? chooseAll() : chooseNone())}
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

import { ActionBar, Button, Checkbox, Table, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./list.module.css";
import type { PageAction } from "../page-header.tsx";
import { useIsPhone } from "../use-is-phone.ts";

/** Rows of a list that are selected, to do something with all of them at once. */
export type Choice<Row> = Readonly<{
  keys: ReadonlySet<string>;
  /** Those in sight that may be selected. */
  free: ReadonlySet<string>;
  /** Those that are selected and in sight, or were selected by what they have in common: nothing is done to what nobody meant. */
  chosen: readonly Row[];
  choose: (key: string, isChosen: boolean) => void;
  chooseAll: () => void;
  /** All of these, also those on other pages of the list: until another list is asked for. */
  chooseRows: (rows: readonly Row[]) => void;
  chooseNone: () => void;
  /** Whether a phone shows the boxes, which a desk always does. */
  isSelecting: boolean;
  setSelecting: (isSelecting: boolean) => void;
}>;

/** What a list shows of it, whatever its rows are. */
export type ShownChoice = Omit<Choice<unknown>, "chooseRows">;

/**
 * @param rows those in sight that may be selected
 * @param asked what the list is narrowed to, where rows beyond its page can be selected
 */
export function useChoice<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  asked = "",
): Choice<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [beyond, setBeyond] = useState<Readonly<{ asked: string; rows: readonly Row[] }>>();
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
  const others = beyond?.asked === asked ? beyond.rows : [];
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
      setBeyond({ asked, rows: all });
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
 * Offers all rows that match once the whole page is selected, as many as can be dealt with at once; they are read
 * before, so that what is done is done to those that were counted.
 *
 * @param props.max how many at most
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

/** How a phone, which shows no boxes by itself, comes to select rows: for the head of the page. */
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
 * Over the foot of a list while rows are selected: how many, and what can be done with them. It comes
 * after the list in the page, so that the keyboard reaches it from there.
 *
 * @param props.words what is selected: "3 selected · R6 395.00"
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

/** The box of a row that may be selected; what may not has none. */
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

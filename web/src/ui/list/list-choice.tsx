import { ActionBar, Checkbox, Table, Text } from "@mantine/core";
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
  /** Those that are selected and in sight: nothing is done to what is not seen. */
  chosen: readonly Row[];
  choose: (key: string, isChosen: boolean) => void;
  chooseAll: () => void;
  chooseNone: () => void;
  /** Whether a phone shows the boxes, which a desk always does. */
  isSelecting: boolean;
  setSelecting: (isSelecting: boolean) => void;
}>;

/** @param rows those in sight that may be selected */
export function useChoice<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Choice<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setSelecting] = useState(false);
  const choose = (key: string, isChosen: boolean) =>
    setKeys((before) => {
      const after = new Set(before);
      if (isChosen) after.add(key);
      else after.delete(key);
      return after;
    });
  const free = new Set(rows.map(keyOf));
  const chooseNone = () => setKeys(new Set());
  return {
    keys,
    free,
    chosen: rows.filter((row) => keys.has(keyOf(row))),
    choose,
    chooseAll: () => setKeys(free),
    chooseNone,
    isSelecting,
    setSelecting: (now) => {
      setSelecting(now);
      if (!now) chooseNone();
    },
  };
}

/** How a phone, which shows no boxes by itself, comes to select rows: for the head of the page. */
export function useSelectAction(
  choice: Pick<Choice<unknown>, "isSelecting" | "setSelecting">,
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
  choice: Pick<Choice<unknown>, "chosen" | "chooseNone">;
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

export function SelectAll(props: { choice: Choice<unknown> }) {
  const { free, chosen, chooseAll, chooseNone } = props.choice;
  return (
    <Table.Th w={40}>
      {free.size > 0 && (
        <Checkbox
          aria-label="Select all on this page"
          checked={chosen.length === free.size}
          indeterminate={chosen.length > 0 && chosen.length < free.size}
          onChange={(event) => (event.currentTarget.checked ? chooseAll() : chooseNone())}
        />
      )}
    </Table.Th>
  );
}

/** The box of a row that may be selected; what may not has none. */
export function SelectRow(props: { choice: Choice<unknown>; rowKey: string; name: string }) {
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

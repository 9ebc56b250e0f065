import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/DataList.layer.css";
import { Box, DataList, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./facts.module.css";

export type Fact = Readonly<{ name: ReactNode; value: ReactNode; isSum?: boolean }>;
/** As among the children of an element, whatever is falsy is left out. */
export type OptionalFact = Fact | false | null | undefined | "";

/** Names and values in two columns; amounts are right-aligned. */
export function Facts(props: { facts: readonly OptionalFact[]; amounts?: boolean }) {
  return (
    <DataList
      labelWidth={144}
      withDivider
      className={classes.facts ?? ""}
      data-amounts={props.amounts || undefined}
    >
      {props.facts.map(
        (fact, at) =>
          fact && (
            <DataList.Item key={at} data-sum={fact.isSum || undefined}>
              <DataList.ItemLabel>{fact.name}</DataList.ItemLabel>
              <DataList.ItemValue>{fact.value}</DataList.ItemValue>
            </DataList.Item>
          ),
      )}
    </DataList>
  );
}

export type Tone = "good" | "waiting" | "under-way" | "bad" | "neutral";

const colors: Readonly<Record<Tone, string>> = {
  good: "fynbos",
  waiting: "amber",
  "under-way": "aga",
  bad: "protea",
  neutral: "gray",
};

/** The colour of a tone, for badges, bars and bullets. */
export function toneColor(tone: Tone): string {
  return colors[tone];
}

/**
 * A state as a word on a tint: the colour alone never carries the meaning. It looks as Mantine's badge and is one plain
 * element, because a list draws some in each row.
 */
export function StatusText(props: { tone: Tone; children: ReactNode }) {
  const tint = `--mantine-color-${toneColor(props.tone)}-light`;
  return (
    <span
      className={classes.state}
      style={{ background: `var(${tint})`, color: `var(${tint}-color)` }}
    >
      {props.children}
    </span>
  );
}

/** Several in one line. */
export function States(props: { children: ReactNode }) {
  return <span className={classes.states}>{props.children}</span>;
}

/** A figure with its name and an explanation. */
export function FigureCard(props: {
  label: string;
  figure: ReactNode;
  note?: ReactNode;
  isMain?: boolean;
  children?: ReactNode;
}) {
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      className="stack tight"
      {...(props.isMain && { bg: "var(--ground)", radius: "var(--shoulder-lg)" })}
    >
      <Text component="h2" size="sm" fw={500} c="dimmed">
        {props.label}
      </Text>
      <Text fz={props.isMain ? 30 : 26} fw={650} lh={1.2}>
        {props.figure}
      </Text>
      {props.note && (
        <Text size="sm" c="dimmed" component="div">
          {props.note}
        </Text>
      )}
      {props.children && <Box pt="xs">{props.children}</Box>}
    </Paper>
  );
}

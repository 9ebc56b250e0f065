import { SegmentedControl } from "@mantine/core";
import { type Mode, modes } from "./network-view.ts";

/** Which time all figures of the page are of. */
export function ModeSwitch(props: { mode: Mode; onChosen: (mode: Mode) => void }) {
  return (
    <SegmentedControl
      aria-label="Figures"
      value={props.mode}
      data={modes.map((value) => ({ value, label: modeWords[value].name }))}
      onChange={(value) => {
        const mode = modes.find((known) => known === value);
        if (mode) props.onChosen(mode);
      }}
    />
  );
}

/** The same people drawn in two ways. */
export function ShapeSwitch(props: { isChart: boolean; onChosen: (isChart: boolean) => void }) {
  return (
    <SegmentedControl
      aria-label="Shown as"
      value={props.isChart ? "chart" : "tree"}
      data={[
        { value: "tree", label: "Tree" },
        { value: "chart", label: "Chart" },
      ]}
      onChange={(value) => props.onChosen(value === "chart")}
    />
  );
}

/** The specification's three modes as the switch names them, and in the middle of a sentence. */
export const modeWords: Readonly<Record<Mode, { name: string; meaning: string }>> = {
  current: { name: "Current", meaning: "since the last payout" },
  historical: { name: "Historical", meaning: "up to the last payout" },
  total: { name: "Total", meaning: "all time" },
};

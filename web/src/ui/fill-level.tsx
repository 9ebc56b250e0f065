import "@mantine/core/styles/Progress.layer.css";
import { Progress } from "@mantine/core";

/** How far something is. The label says it in words. */
export function FillLevel(props: { value: number; max: number; label: string; small?: boolean }) {
  const share = Math.min(1, Math.max(0, props.value / props.max));
  return (
    <Progress.Root size={props.small ? "sm" : "lg"} radius="xl">
      <Progress.Section
        value={share * 100}
        color="amber.5"
        withAria={false}
        role="progressbar"
        aria-label={props.label}
        aria-valuenow={props.value}
        aria-valuemin={0}
        aria-valuemax={props.max}
        aria-valuetext={props.label}
      />
    </Progress.Root>
  );
}

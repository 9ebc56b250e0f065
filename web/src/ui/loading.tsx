import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useAfterDelay } from "./use-after-delay.ts";

/** Grey lines in the final size while `what` loads; it keeps its place from the start. */
export function Loading(props: { what: string; lines?: number; height?: number }) {
  const isLate = useAfterDelay();
  const height = props.height ?? 44;
  return (
    <div role="status" style={{ display: "grid", gap: 12 }}>
      <VisuallyHidden>{isLate ? `Loading ${props.what}` : ""}</VisuallyHidden>
      {Array.from({ length: props.lines ?? 3 }, (_, line) => (
        <Skeleton key={line} height={height} radius="sm" visible={isLate} animate={isLate}>
          <div style={{ height }} />
        </Skeleton>
      ))}
    </div>
  );
}

import { Button, Drawer, Group } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useState } from "react";
import { useBackCloses } from "../back-layers.ts";
import { FilterParts, type ListFilter } from "./list-filters.tsx";

/** All filters of a list in one sheet, on a phone. */
export function FiltersSheet(props: {
  filters: readonly ListFilter[];
  opened: boolean;
  /** "Show 41 orders" */
  showLabel: string;
  onClose: () => void;
  onClearAll: (() => void) | undefined;
}) {
  // Closed on the first render, for the transition and for returning the focus.
  const isMounted = useMounted();
  useBackCloses(props.onClose, props.opened);
  // The fields keep what was half chosen: a first day, or a name.
  const [clearing, setClearing] = useState(0);
  const clearAll = () => {
    setClearing(clearing + 1);
    props.onClearAll?.();
  };
  const isUsed = props.filters.some(({ value }) => value !== null);
  return (
    <Drawer
      opened={props.opened && isMounted}
      onClose={props.onClose}
      position="bottom"
      size="auto"
      title="Filters"
    >
      <FilterParts key={clearing} filters={props.filters} />
      <Group grow mt="lg" py={12} pos="sticky" bottom={0} bg="var(--mantine-color-body)">
        <Button variant="default" disabled={!isUsed} onClick={clearAll}>
          Clear all
        </Button>
        <Button onClick={props.onClose}>{props.showLabel}</Button>
      </Group>
    </Drawer>
  );
}

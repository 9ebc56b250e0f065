import { lazy, Suspense } from "react";
import { Loading } from "../../../ui/loading.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { DrillList } from "./drill-list.tsx";
import { NetworkTree } from "./network-tree.tsx";
import type { NetworkView } from "./network-view.ts";
import type { Branch } from "./tree-branch.ts";

const NetworkChart = lazy(async () => ({
  default: (await import("./network-chart.tsx")).NetworkChart,
}));

/** The same people as a tree, as a chart, or on a phone one generation after the other. */
export function NetworkShape(props: {
  label: string;
  view: NetworkView;
  top: Branch;
  memberId: number | null;
}) {
  const { view, top, memberId } = props;
  const isPhone = useIsPhone();
  if (isPhone) {
    // A member's tree begins with the member, so the first screen lists who is below.
    const home = memberId !== null && top.nodes.length < 2 ? [String(memberId)] : [];
    const trail = view.trail.length > 0 ? view.trail : home;
    return (
      <DrillList
        top={top}
        home={home}
        trail={trail}
        onTrail={(to) => view.go({ in: to.length > home.length ? to.join(".") : null })}
      />
    );
  }
  if (view.isChart && top.nodes.length > 0)
    return (
      <Suspense fallback={<Loading what="the chart" lines={6} />}>
        <NetworkChart top={top} />
      </Suspense>
    );
  return <NetworkTree label={props.label} top={top} />;
}

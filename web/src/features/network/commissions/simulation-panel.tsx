import { Progress } from "@mantine/core";
import "@mantine/core/styles/Progress.layer.css";
import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { useEffect, useRef } from "react";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { FigureCard } from "../../../ui/figure-card.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./commission-plan.module.css";
import { RateChanges } from "./plan-rates.tsx";
import { changesBetween, type Plans, percentText, type Simulation } from "./plan-words.ts";
import { PublishPlanForm } from "./publish-plan-form.tsx";
import { Signed } from "./signed.tsx";
import { SimulatedMembers } from "./simulated-members.tsx";

const pollMs = 1000;

/** What a plan would have cost: while it is reckoned, and then what came out and what to do with it. */
export function SimulationPanel(props: { id: string; plans: Plans; onPublished: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const simulation = api.commissionPlan.simulation.useQuery(
    { id: props.id },
    { refetchInterval: ({ state }) => (state.data?.state === "waiting" ? pollMs : false) },
  );
  const { data } = simulation;
  useEffect(() => heading.current?.focus(), []);

  return (
    <section className={classes.part} aria-labelledby="simulation">
      <h2 id="simulation" ref={heading} tabIndex={-1} className={classes.heading}>
        What it would have cost
      </h2>
      {!data && simulation.error && (
        <Failure
          what="the simulation"
          error={simulation.error}
          onRetry={() => void simulation.refetch()}
        />
      )}
      {!data && !simulation.error && <Loading what="the simulation" lines={3} />}
      {data?.state === "waiting" && (
        <div role="status" className={classes.waiting}>
          <p className={classes.plain}>The ledger is read again under this plan …</p>
          <Progress value={data.progress} aria-label="How much of the ledger was read" />
        </div>
      )}
      {data?.state === "failed" && (
        <Notice tone="bad" title="The simulation could not be finished">
          <p>Nothing was changed. Please simulate it again.</p>
        </Notice>
      )}
      {data?.state === "ready" && <Outcome {...props} simulation={data} />}
    </section>
  );
}

function Outcome(props: { simulation: Simulation; plans: Plans; onPublished: () => void }) {
  const { simulation, plans } = props;
  const { currency, published } = plans;
  const { actual, simulated, sales } = simulation;
  const inForce: CommissionPlan = published[0]?.plan ?? simulation.plan;
  const changes = changesBetween(inForce, simulation.plan);
  const money = (minor: number | null) => <MoneyText minor={minor ?? 0} currency={currency} />;
  return (
    <>
      <p className={classes.plain}>
        Sales from <DayText value={simulation.fromDay} /> to <DayText value={simulation.toDay} />,
        beside the plan in force:
      </p>
      <RateChanges changes={changes} />
      <div className={classes.figures}>
        <FigureCard
          label="Earned"
          figure={money(actual)}
          note={<OfSales part={actual} of={sales} />}
        />
        <FigureCard
          label="Would have been earned"
          figure={money(simulated)}
          note={<OfSales part={simulated} of={sales} />}
        />
        <FigureCard
          label="Difference"
          isMain
          figure={<Signed minor={(simulated ?? 0) - (actual ?? 0)} currency={currency} />}
          note={`${simulation.winners} would earn more, ${simulation.losers} less`}
        />
      </div>
      <SimulatedMembers simulation={simulation} currency={currency} />
      {changes.length > 0 && (
        <PublishPlanForm
          key={simulation.id}
          simulation={simulation}
          isOneWaiting={plans.planned !== null}
          changes={changes}
          onPublished={props.onPublished}
        />
      )}
    </>
  );
}

/** Commission as a share of what was sold, without VAT. */
function OfSales(props: { part: number | null; of: number | null }) {
  if (!props.of || props.of <= 0) return "Nothing was sold in these days";
  const bps = Math.round(((props.part ?? 0) * 10_000) / props.of);
  return `${percentText(bps)} of the value sold`;
}

import { useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./commission-plan.module.css";
import { PlanHistory, PlannedPlan } from "./plan-history.tsx";
import { PlanRates } from "./plan-rates.tsx";
import { SimulationPanel } from "./simulation-panel.tsx";
import { TryPlanForm } from "./try-plan-form.tsx";

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The plan in force, those before it, and another one tried on real sales before it is published. */
export function CommissionPlanScreen() {
  const [params, setParams] = useSearchParams();
  const plans = api.commissionPlan.list.useQuery();
  const asked = params.get("simulation") ?? "";
  const inForce = plans.data?.published[0];
  const show = (id: string | null) => setParams(id === null ? {} : { simulation: id });

  return (
    <div className={classes.page}>
      <PageHeading title="Commission plan" area="Office" />
      {!plans.data && plans.error && (
        <Failure what="the plan" error={plans.error} onRetry={() => void plans.refetch()} />
      )}
      {!plans.data && !plans.error && <Loading what="the plan" lines={6} />}
      {plans.data && inForce && (
        <>
          <PlannedPlan plans={plans.data} />
          <section className={classes.part} aria-labelledby="in-force">
            <h2 id="in-force" className={classes.heading}>
              In force
            </h2>
            <PlanRates plan={inForce.plan} label="The plan in force" />
          </section>
          <section className={classes.part} aria-labelledby="try-plan">
            <h2 id="try-plan" className={classes.heading}>
              Try another plan
            </h2>
            <p className={classes.hint}>
              It is reckoned on the sales of past days, from the ledger itself. Nothing is changed
              by that.
            </p>
            <TryPlanForm key={inForce.position} plan={inForce.plan} onAsked={show} />
          </section>
          {idPattern.test(asked) && (
            <SimulationPanel
              key={asked}
              id={asked}
              plans={plans.data}
              onPublished={() => show(null)}
            />
          )}
          <section className={classes.part} aria-labelledby="plan-history">
            <h2 id="plan-history" className={classes.heading}>
              History
            </h2>
            <PlanHistory published={plans.data.published} />
          </section>
        </>
      )}
    </div>
  );
}

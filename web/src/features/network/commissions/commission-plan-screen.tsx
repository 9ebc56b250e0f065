import { Button, TextInput } from "@mantine/core";
import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import "../../../theme/mantine-forms.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { Failure, Loading, Notice, showToast } from "../../../ui/feedback.tsx";
import { DateField } from "../../../ui/fields.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./commission-plan.module.css";
import {
  changesBetween,
  percentNumber,
  planOf,
  PlanRates,
  type Plans,
  RateChanges,
  rateNames,
  ratesOf,
  tryPlanSchema,
} from "./plan-rates.tsx";
import { SimulationPanel } from "./simulation-panel.tsx";

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
              Current plan
            </h2>
            <PlanRates plan={inForce.plan} label="Current plan" />
          </section>
          <section className={classes.part} aria-labelledby="try-plan">
            <h2 id="try-plan" className={classes.heading}>
              Test a different plan
            </h2>
            <p className={classes.hint}>
              See what past sales would have earned under different rates. Testing changes nothing.
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

/** Rates to try, and the past days to try them on. Nothing is published by it. */
function TryPlanForm(props: { plan: CommissionPlan; onAsked: (simulationId: string) => void }) {
  const { form, summary, onSubmit } = useCheckedForm({
    name: "try-plan",
    schema: tryPlanSchema,
    initialValues: firstValues(props.plan),
  });
  const simulate = api.commissionPlan.simulate.useMutation({
    onSuccess: ({ id }) => props.onAsked(id),
  });

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={onSubmit(({ from, to, ...typed }) =>
        simulate.mutate({ plan: planOf(typed), from, to }),
      )}
    >
      <ErrorSummary {...summary} />
      {simulate.error && (
        <Notice tone="bad">
          <p>{errorMessage(simulate.error)}</p>
        </Notice>
      )}
      <div className={classes.fields}>
        {rateNames.map(([rate, name]) => (
          <TextInput
            key={rate}
            label={name}
            inputMode="decimal"
            rightSection="%"
            required
            {...form.getInputProps(rate)}
          />
        ))}
      </div>
      <div className={classes.fields}>
        <DateField label="Sales from" required {...form.getInputProps("from")} />
        <DateField label="Sales to" required {...form.getInputProps("to")} />
      </div>
      <div>
        <Button type="submit" loading={simulate.isPending}>
          Run test
        </Button>
      </div>
    </form>
  );
}

/** The plan that is there, and the last ninety days. */
function firstValues(plan: CommissionPlan) {
  const { own1, own2, own3, up12, up13, up23, leader } = ratesOf(plan);
  const yesterday = addDays(today(), -1);
  return {
    own1: percentNumber(own1),
    own2: percentNumber(own2),
    own3: percentNumber(own3),
    up12: percentNumber(up12),
    up13: percentNumber(up13),
    up23: percentNumber(up23),
    leader: percentNumber(leader),
    from: addDays(yesterday, -89),
    to: yesterday,
  };
}

/** Every plan that ever counted: since when, by whom, and what it changed. */
function PlanHistory(props: { published: Plans["published"] }) {
  const { published } = props;
  return (
    <ol className={classes.history} reversed>
      {published.map(({ position, plan, publishedAt, publishedByName }, at) => {
        const before = published[at + 1];
        return (
          <li key={position}>
            <p className={classes.plain}>
              {publishedAt === null ? (
                <strong>The original plan</strong>
              ) : (
                <>
                  Published{" "}
                  <strong>
                    {" "}
                    <DayText value={publishedAt} withTime />{" "}
                  </strong>{" "}
                  {publishedByName === null ? "(imported)" : `by ${publishedByName}`}, ledger
                  position {position}
                </>
              )}
            </p>
            {before && <RateChanges changes={changesBetween(before.plan, plan)} />}
          </li>
        );
      })}
    </ol>
  );
}

/** The plan whose day is to come, and the way to take it back until then. */
function PlannedPlan(props: { plans: Plans }) {
  const { planned, published } = props.plans;
  const [isAsking, setIsAsking] = useState(false);
  const utils = api.useUtils();
  const withdraw = api.commissionPlan.withdraw.useMutation({
    onSuccess: async () => {
      await utils.commissionPlan.list.invalidate();
      setIsAsking(false);
      showToast("Plan cancelled.");
    },
  });
  if (!planned) return null;
  const inForce = published[0]?.plan ?? planned.plan;
  return (
    <Notice tone="info" title="A new plan is scheduled">
      <p>
        It takes effect at the start of <DayText value={planned.publishOn} />{" "}
        {planned.plannedByName !== null && `, scheduled by ${planned.plannedByName}`}.
      </p>
      <RateChanges changes={changesBetween(inForce, planned.plan)} />
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Cancel scheduled plan
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel the scheduled plan?"
          confirmLabel="Cancel scheduled plan"
          isBusy={withdraw.isPending}
          error={withdraw.error}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => withdraw.mutate({ id: planned.id })}
        >
          <p>The current plan stays in force.</p>
        </ConfirmDialog>
      )}
    </Notice>
  );
}

import {
  Button,
  SimpleGrid,
  Stack,
  Stepper,
  Text,
  TextInput,
  Timeline,
  Title,
} from "@mantine/core";
import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { IconAdjustments, IconFlag } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { changesBetween, percentNumber, rateNames, ratesOf } from "./rates.ts";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { useFocusAfterStep } from "../../../ui/use-focus-after-step.ts";
import {
  periodSchema,
  planOf,
  PlanRates,
  type Plans,
  RateChanges,
  ratesSchema,
} from "./plan-rates.tsx";
import { SimulationPanel } from "./simulation-panel.tsx";
import { useCommand } from "../../../ui/use-command.ts";

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The current plan, its history, and the test of another plan on past sales before it is published. */
export function CommissionPlanScreen() {
  const [params, setParams] = useSearchParams();
  const query = api.commissionPlan.list.useQuery();
  const simulationId = params.get("simulation") ?? "";

  return (
    <Stack gap="xl">
      <PageHeader title="Commission plan" />
      <Loaded what="the plan" query={query} lines={6}>
        {(plans) => {
          const [inForce] = plans.published;
          return (
            inForce && (
              <>
                <PlannedPlan plans={plans} />
                <Stack component="section" gap="sm" aria-labelledby="in-force">
                  <Title order={2} id="in-force">
                    Current plan
                  </Title>
                  <PlanRates plan={inForce.plan} label="Current plan" />
                </Stack>
                <Stack component="section" gap="sm" aria-labelledby="try-plan">
                  <div>
                    <Title order={2} id="try-plan">
                      Test a different plan
                    </Title>
                    <Text c="dimmed">
                      See what past sales would have earned under different rates. Testing changes
                      nothing.
                    </Text>
                  </div>
                  <TestPlan
                    key={inForce.position}
                    plans={plans}
                    inForce={inForce.plan}
                    simulationId={idPattern.test(simulationId) ? simulationId : null}
                    onSimulation={(id) => setParams(id === null ? {} : { simulation: id })}
                  />
                </Stack>
                <Stack component="section" gap="sm" aria-labelledby="plan-history">
                  <Title order={2} id="plan-history">
                    History
                  </Title>
                  <PlanHistory published={plans.published} />
                </Stack>
              </>
            )
          );
        }}
      </Loaded>
    </Stack>
  );
}

const resultStep = 2;

/** The steps of a test: rates, period, results. Publishing is a separate action on the results. */
function TestPlan(props: {
  plans: Plans;
  inForce: CommissionPlan;
  simulationId: string | null;
  onSimulation: (simulationId: string | null) => void;
}) {
  const { simulationId } = props;
  const [chosenStep, setStep] = useState(simulationId === null ? 0 : resultStep);
  // Back takes the results away, and leads to the period that was tested.
  const step = simulationId === null ? Math.min(chosenStep, resultStep - 1) : chosenStep;
  const [rates, setRates] = useState(() => ratesOf(props.inForce, percentNumber));
  const [period, setPeriod] = useState(lastNinetyDays);
  const isPhone = useIsPhone();
  const content = useFocusAfterStep(step);
  const simulate = api.commissionPlan.simulate.useMutation({
    onSuccess: ({ id }) => {
      props.onSimulation(id);
      setStep(resultStep);
    },
  });

  return (
    <Stack>
      <Stepper
        size={isPhone ? "xs" : "sm"}
        maw={640}
        active={step}
        onStepClick={setStep}
        allowNextStepsSelect={false}
      >
        <Stepper.Step label="Rates" />
        <Stepper.Step label="Period" />
        <Stepper.Step label="Results" allowStepSelect={simulationId !== null} />
      </Stepper>
      <div ref={content} tabIndex={-1}>
        {step === 0 && (
          <RatesForm
            values={rates}
            onTyped={(typed) => {
              setRates(typed);
              setStep(1);
            }}
          />
        )}
        {step === 1 && (
          <PeriodForm
            values={period}
            isBusy={simulate.isPending}
            error={simulate.error}
            onBack={() => setStep(0)}
            onTyped={(typed) => {
              setPeriod(typed);
              simulate.mutate({ plan: planOf(ratesSchema.parse(rates)), ...typed });
            }}
          />
        )}
        {step === resultStep && simulationId !== null && (
          <SimulationPanel
            key={simulationId}
            id={simulationId}
            plans={props.plans}
            onPublished={() => {
              props.onSimulation(null);
              setStep(0);
            }}
          />
        )}
      </div>
    </Stack>
  );
}

type TypedRates = ReturnType<typeof ratesOf<string>>;

function RatesForm(props: { values: TypedRates; onTyped: (rates: TypedRates) => void }) {
  const { form, summary, onSubmit } = useCheckedForm({
    name: "try-plan",
    schema: ratesSchema,
    initialValues: props.values,
  });
  return (
    <FormPage
      onSubmit={onSubmit(() => props.onTyped(form.getValues()))}
      submitLabel="Next"
      buttons="left"
      isDirty={form.isDirty()}
      isBusy={false}
      summary={summary}
      failure={null}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md" verticalSpacing="sm" maw={960}>
        {Object.entries(rateNames).map(([rate, name]) => (
          <TextInput
            key={rate}
            label={name}
            inputMode="decimal"
            rightSection="%"
            required
            {...form.getInputProps(rate)}
          />
        ))}
      </SimpleGrid>
    </FormPage>
  );
}

type Period = ReturnType<typeof lastNinetyDays>;

function PeriodForm(props: {
  values: Period;
  isBusy: boolean;
  error: unknown;
  onBack: () => void;
  onTyped: (period: Period) => void;
}) {
  const { form, summary, onSubmit } = useCheckedForm({
    name: "try-plan",
    schema: periodSchema,
    initialValues: props.values,
  });
  return (
    <FormPage
      onSubmit={onSubmit(props.onTyped)}
      submitLabel="Run test"
      buttons="left"
      other={
        <Button variant="default" onClick={props.onBack}>
          Back
        </Button>
      }
      isDirty={form.isDirty()}
      isBusy={props.isBusy}
      summary={summary}
      failure={props.error}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={480}>
        <DayField label="Sales from" required {...form.getInputProps("from")} />
        <DayField label="Sales to" required {...form.getInputProps("to")} />
      </SimpleGrid>
    </FormPage>
  );
}

function lastNinetyDays() {
  const yesterday = addDays(today(), -1);
  return { from: addDays(yesterday, -89), to: yesterday };
}

/** All published plans: when, by whom, and what each changed. */
function PlanHistory(props: { published: Plans["published"] }) {
  const { published } = props;
  return (
    <Timeline bulletSize={24} lineWidth={1} active={published.length} role="list">
      {published.map(({ position, plan, publishedAt, publishedByName }, at) => {
        const before = published[at + 1];
        const Sign = before ? IconAdjustments : IconFlag;
        return (
          <Timeline.Item
            key={position}
            role="listitem"
            bullet={<Sign size={14} stroke={1.8} aria-hidden="true" />}
            title={
              publishedAt === null ? (
                "The original plan"
              ) : (
                <>
                  Published <DayText value={publishedAt} withTime />
                </>
              )
            }
          >
            {publishedAt !== null && (
              <Text size="sm" c="dimmed">
                {publishedByName === null ? "Imported" : `By ${publishedByName}`}, ledger position{" "}
                {position}
              </Text>
            )}
            {before && <RateChanges changes={changesBetween(before.plan, plan)} />}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

/** The scheduled plan, which can be withdrawn until its day. */
function PlannedPlan(props: { plans: Plans }) {
  const { planned, published } = props.plans;
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useCommand(api.commissionPlan.withdraw, {
    repeatable: true,
    done: "Plan cancelled.",
    onDone: () => setIsAsking(false),
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
          onConfirm={() => withdraw.send({ id: planned.id })}
        >
          <p>The current plan stays in force.</p>
        </ConfirmDialog>
      )}
    </Notice>
  );
}

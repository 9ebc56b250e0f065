import "../../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { DateField } from "../../../ui/date-field.tsx";
import { today } from "../../../ui/day.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./commission-plan.module.css";
import { percentNumber, planOf, rateNames, ratesOf, tryPlanSchema } from "./plan-words.ts";

/** Rates to try, and the past days to try them on. Nothing is published by it. */
export function TryPlanForm(props: {
  plan: CommissionPlan;
  onAsked: (simulationId: string) => void;
}) {
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
        <DateField label="Try it on sales from" required {...form.getInputProps("from")} />
        <DateField label="Until" required {...form.getInputProps("to")} />
      </div>
      <div>
        <Button type="submit" loading={simulate.isPending}>
          Simulate
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

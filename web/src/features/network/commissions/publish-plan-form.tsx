import { percentWords } from "@portal/shared/network/commission-words.ts";
import { Button, Checkbox, Group, Paper, Stack, Title } from "@mantine/core";
import { addDays, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { RadioField } from "../../../ui/fields.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import type { RateChange } from "./rates.ts";
import { doneWords } from "../../../ui/done-words.ts";
import { useCommand } from "../../../ui/use-command.ts";
import { RateChanges, type Simulation } from "./plan-rates.tsx";

const atOnce = "Now";
const onADay = "On a future date";

/** Publishes exactly the simulated plan. A plan above the limit has to be accepted together with its share. */
export function PublishPlanForm(props: {
  simulation: Simulation;
  changes: readonly RateChange[];
  isOneWaiting: boolean;
  onPublished: () => void;
}) {
  const { simulation } = props;
  const [when, setWhen] = useState(atOnce);
  const [day, setDay] = useState(addDays(today(), 1));
  const [isAccepted, setIsAccepted] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const above = simulation.aboveCeilingBps;
  const isDayValid = when === atOnce || (isCalendarDay(day) && day > today());

  if (props.isOneWaiting)
    return (
      <Notice tone="info">
        <p>Another plan is scheduled. Cancel it before you publish a new one.</p>
      </Notice>
    );
  return (
    <Paper component="section" p="md" aria-labelledby="publish-plan">
      <Stack>
        <Title order={3} id="publish-plan">
          Publish plan
        </Title>
        <RadioField
          label="In force from"
          options={[atOnce, onADay]}
          value={when}
          onChange={setWhen}
        />
        {when === onADay && (
          <DayField
            maw={240}
            label="Date"
            required
            value={day}
            min={addDays(today(), 1)}
            error={
              isDayValid ? undefined : "Choose a future date. A plan cannot apply to the past."
            }
            onChange={setDay}
          />
        )}
        {above !== null && (
          <Checkbox
            checked={isAccepted}
            onChange={(event) => setIsAccepted(event.currentTarget.checked)}
            label={`I understand this plan pays up to ${percentWords(above)} of the sales value, above the limit of 20% plus 2% leader bonus, so another admin must confirm it.`}
          />
        )}
        <Group>
          <Button
            disabled={!isDayValid || (above !== null && !isAccepted)}
            onClick={() => setIsAsking(true)}
          >
            Publish plan
          </Button>
        </Group>
      </Stack>
      {isAsking && (
        <ConfirmPublishDialog
          simulation={simulation}
          changes={props.changes}
          publishOn={when === atOnce ? null : day}
          acceptsShareBps={above}
          onPublished={props.onPublished}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Paper>
  );
}

function ConfirmPublishDialog(props: {
  simulation: Simulation;
  changes: readonly RateChange[];
  publishOn: string | null;
  acceptsShareBps: number | null;
  onPublished: () => void;
  onClose: () => void;
}) {
  const { simulation, publishOn, acceptsShareBps } = props;
  const publish = useCommand(api.commissionPlan.publish, {
    done: ({ state, proposalId }) =>
      doneWords(proposalId, state === "published" ? "Plan published." : "Plan scheduled."),
    onDone: props.onPublished,
  });
  return (
    <ConfirmDialog
      title="Publish this plan?"
      confirmLabel={publishOn === null ? "Publish plan" : "Schedule plan"}
      isBusy={publish.isPending}
      error={publish.error}
      onCancel={props.onClose}
      onConfirm={() =>
        publish.send({
          publishOn,
          acceptsShareBps,
          simulationId: simulation.id,
          planHash: simulation.planHash,
        })
      }
    >
      <RateChanges changes={props.changes} />
      <p>
        {publishOn === null ? (
          "It applies to every order paid from now on."
        ) : (
          <>
            It takes effect at the start of <DayText value={publishOn} /> and applies to orders paid
            from then.
          </>
        )}{" "}
        Past earnings do not change.
      </p>
    </ConfirmDialog>
  );
}

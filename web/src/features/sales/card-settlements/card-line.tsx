import "../../../theme/mantine-forms.ts";
import { Button, NativeSelect, Text } from "@mantine/core";
import {
  cardLineKindsOf,
  cardLineWords,
  explainCardLineSchema,
} from "@portal/shared/sales/card-match.ts";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayText } from "../../../ui/days.tsx";
import { ErrorNotice } from "../../../ui/feedback.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Row = ApiOutputs["cardMatch"]["list"]["rows"][number];

/** Says what a line of the settlement is that no order, payout or fee explains; that books it. */
export function ExplainLine(props: {
  lineId: number;
  /** What is booked by it; negative for money that left the provider. */
  amount: number;
  onDone: () => void;
}) {
  const { lineId, amount } = props;
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "explain",
    schema: z.pick(explainCardLineSchema, { kind: true }),
    initialValues: { kind: amount > 0 ? "card-unexplained" : "card-fee" },
  });
  const explain = useCommand(api.cardMatch.explain, {
    done: "Transaction explained.",
    form: { showErrors },
    onDone: props.onDone,
  });
  return (
    <FormPage
      onSubmit={onSubmit(({ kind }) => explain.send({ lineId, kind }))}
      submitLabel="Save"
      buttons="wide"
      isDirty={form.isDirty()}
      isBusy={explain.isPending}
      failure={explain.error}
    >
      <NativeSelect
        label="What is it?"
        description="The journals show it as this."
        data={cardLineKindsOf(amount).map((kind) => ({ value: kind, label: cardLineWords[kind] }))}
        {...form.getInputProps("kind")}
      />
    </FormPage>
  );
}

/** Who said what a line is; it can be reopened. */
export function ExplainedLine(props: {
  explained: NonNullable<Row["explained"]>;
  lineId: number;
  onDone: () => void;
}) {
  const { byName, at } = props.explained;
  const may = useMayCall();
  const reopen = useCommand(api.cardMatch.reopenLine, {
    done: "Transaction reopened.",
    onDone: props.onDone,
  });
  return (
    <>
      <Text size="sm" c="dimmed">
        By {byName} on <DayText value={at} />
      </Text>
      <ErrorNotice error={reopen.error} />
      {may("cardMatch.reopenLine") && (
        <Button
          variant="default"
          loading={reopen.isPending}
          onClick={() => reopen.send({ lineId: props.lineId })}
        >
          Reopen
        </Button>
      )}
    </>
  );
}

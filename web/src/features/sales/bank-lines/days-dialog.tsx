import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { z } from "zod/mini";
import { formatDay } from "../../../ui/days.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { ModalDialog } from "../../../ui/modal-dialog.tsx";

export const daysAskedSchema = z.object({
  question: z.object({ written: z.string(), dayFirst: z.string(), monthFirst: z.string() }),
});
export type DaysAsked = z.infer<typeof daysAskedSchema>["question"];

/** A file in which no day is above 12 does not tell whether its days or its months come first. */
export function DaysDialog(props: {
  asked: DaysAsked;
  /** @returns an error message, or null */
  onAnswer: (days: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const answer = async (days: string) => {
    setBusy(true);
    setFailure(await props.onAnswer(days));
    setBusy(false);
  };
  return (
    <ModalDialog title={`Which day is ${props.asked.written}?`} onClose={props.onClose}>
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <DaysButtons asked={props.asked} isBusy={isBusy} onAnswer={(days) => void answer(days)} />
    </ModalDialog>
  );
}

/** Both readings of a day. */
export function DaysButtons(props: {
  asked: DaysAsked;
  isBusy: boolean;
  onAnswer: (days: string) => void;
}) {
  const { written, dayFirst, monthFirst } = props.asked;
  return (
    <Stack>
      <Text>
        The bank’s file can be read in two ways, and nothing in it says which day {written} is.
      </Text>
      <Button loading={props.isBusy} onClick={() => props.onAnswer("day-first")}>
        {formatDay(dayFirst)}
      </Button>
      <Button
        variant="default"
        loading={props.isBusy}
        onClick={() => props.onAnswer("month-first")}
      >
        {formatDay(monthFirst)}
      </Button>
    </Stack>
  );
}

import { Group, List, Stack, Text, TextInput } from "@mantine/core";
import type { MonthStep } from "@portal/shared/money/statements.ts";
import { monthsInWords } from "@portal/shared/catalogue/financial-year.ts";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import "../../../theme/mantine-forms.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Closing = Readonly<{
  month: string;
  /** The financial year that ends with the month. */
  yearEnd: Readonly<{ from: string; to: string }> | null;
  openSteps: readonly Readonly<{ step: MonthStep | null; title: string; note: string }>[];
}>;

/** Closes the month, after a question that names what is left to do. */
export function CloseMonth(props: Closing) {
  return (
    <Group>
      <DialogButton
        label={`Close ${monthInWords(props.month)}`}
        dialog={(close) => <CloseDialog {...props} onDone={close} />}
      />
    </Group>
  );
}

/** With steps left to do, the user has to type the month, so that a double press does not close it. */
function CloseDialog({ month, yearEnd, openSteps, onDone }: Closing & { onDone: () => void }) {
  const readScreenAgain = useReadAgain();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const name = monthInWords(month);
  const close = useCommand(api.statements.close, {
    done: `${name} closed.`,
    onDone,
    onError: readScreenAgain,
  });
  const confirm = () => {
    if (openSteps.length > 0 && typed.trim().toLowerCase() !== name.toLowerCase())
      return setProblem(`Type “${name}”`);
    close.send({ month, accepts: openSteps.flatMap(({ step }) => step ?? []) });
  };
  return (
    <ConfirmDialog
      title={`Close ${name}?`}
      confirmLabel={`Close ${name}`}
      isBusy={close.isPending}
      error={close.error}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <Stack gap="sm">
        <Text>
          Its statements and sales become final. What is recorded later, such as a refund or a late
          bank transfer, counts in the next month with its own date. You cannot undo this.
        </Text>
        {yearEnd && <Text>The financial year {monthsInWords(yearEnd)} ends with it.</Text>}
        {openSteps.length > 0 && (
          <>
            <Text>Still to do:</Text>
            <List size="sm" aria-label="Still to do">
              {openSteps.map(({ title, note }) => (
                <List.Item key={title}>
                  {title}: {note}.
                </List.Item>
              ))}
            </List>
            <TextInput
              label={`Type “${name}” to close it anyway`}
              autoComplete="off"
              value={typed}
              error={problem}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                setProblem(null);
              }}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

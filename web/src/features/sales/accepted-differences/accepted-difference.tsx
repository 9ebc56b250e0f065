import { Button, Group, Text, TextInput } from "@mantine/core";
import { acceptDifferenceSchema } from "@portal/shared/sales/accepted-differences.ts";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayText } from "../../../ui/days.tsx";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import { ErrorNotice } from "../../../ui/feedback.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Accepted = Readonly<{ id: number; note: string | null; byName: string; at: string }>;

/** Who accepted what the ledger and the bank statements have otherwise, or the button that does. */
export function AcceptedDifference(props: { differenceKey: string; accepted: Accepted | null }) {
  const { differenceKey, accepted } = props;
  const may = useMayCall();
  if (accepted) return <AcceptedBy accepted={accepted} />;
  if (!may("differences.accept")) return null;
  return (
    <DialogButton
      label="Accept"
      variant="default"
      size="xs"
      dialog={(close) => <AcceptDialog differenceKey={differenceKey} onClose={close} />}
    />
  );
}

function AcceptDialog(props: { differenceKey: string; onClose: () => void }) {
  const { differenceKey, onClose } = props;
  const checked = useCheckedForm({
    name: "accept-difference",
    schema: z.pick(acceptDifferenceSchema, { note: true }),
    initialValues: { note: "" },
  });
  const { form, summary } = checked;
  const accept = useCommand(api.differences.accept, {
    repeatable: true,
    done: "Difference accepted.",
    form: checked,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Accept this difference?"
      onClose={onClose}
      onSubmit={checked.onSubmit(({ note }) => accept.send({ key: differenceKey, note }))}
      submitLabel="Accept difference"
      isDirty={form.isDirty()}
      isBusy={accept.isPending}
      summary={summary}
      failure={accept.error}
    >
      <Text size="sm">Month end no longer counts it. No amount changes. You can reopen it.</Text>
      <TextInput
        label="Note"
        description="For example: paid into our other account."
        required
        {...form.getInputProps("note")}
      />
    </FormDialog>
  );
}

function AcceptedBy({ accepted: { id, note, byName, at } }: { accepted: Accepted }) {
  const may = useMayCall();
  const reopen = useCommand(api.differences.reopen, {
    repeatable: true,
    done: "Difference reopened.",
  });
  return (
    <Group gap="xs">
      <Text span size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        Accepted by {byName} on <DayText value={at} />: {note}
      </Text>
      <ErrorNotice error={reopen.error} />
      {may("differences.reopen") && (
        <Button
          variant="default"
          size="xs"
          loading={reopen.isPending}
          onClick={() => reopen.send({ id })}
        >
          Reopen
        </Button>
      )}
    </Group>
  );
}

import "../../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import { ignoreBankLineSchema } from "@portal/shared/sales/bank-lines.ts";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import type { ListedBankLine } from "./bank-lines-screen.tsx";
import classes from "./bank-lines.module.css";

/** Why a line is nobody's payment; it can be taken up again. */
export function IgnoreForm(props: {
  line: ListedBankLine;
  onDone: () => void;
  onCancel: () => void;
}) {
  const utils = api.useUtils();
  const { form, onSubmit } = useCheckedForm({
    name: "ignore",
    schema: ignoreBankLineSchema.pick({ reason: true }),
    initialValues: { reason: "" },
  });
  const ignore = api.bankLines.ignore.useMutation({
    onSuccess: async () => {
      await utils.bankLines.list.invalidate();
      showToast("Done!");
      props.onDone();
    },
  });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={onSubmit(({ reason }) => ignore.mutate({ lineId: props.line.id, reason }))}
    >
      {ignore.error && (
        <Notice tone="bad">
          <p>{errorMessage(ignore.error)}</p>
        </Notice>
      )}
      <TextInput
        label="What is it?"
        description="For example: between our own accounts, interest, sent by mistake."
        required
        {...form.getInputProps("reason")}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={ignore.isPending}>
          Put it aside
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}

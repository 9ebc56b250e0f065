import { Button, NativeSelect } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { useCheckedForm } from "../../../ui/form.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCommand } from "../../../ui/use-command.ts";

function useOwing() {
  const enabled = useMayCall()("wallet.owing");
  return api.wallet.owing.useQuery(undefined, { enabled });
}

/** Offered while somebody owes commission. */
export function RepaidCommissionButton(props: { onClick: () => void }) {
  const owing = useOwing();
  if (!owing.data?.length) return null;
  return (
    <Button variant="default" onClick={props.onClick}>
      Commission paid back
    </Button>
  );
}

const typedSchema = z.object({ userId: z.string().check(z.minLength(1, "Required")) });

/** Says who paid commission back by a transaction. */
export function RepaidCommissionForm(props: {
  lineId: number;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { lineId } = props;
  const owing = useOwing();
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "repaid-commission",
    schema: typedSchema,
    initialValues: { userId: "" },
  });
  const repay = useCommand(api.wallet.repay, {
    done: "Commission paid back into the wallet.",
    form: { showErrors },
    onDone: props.onDone,
  });
  return (
    <FormPage
      onSubmit={onSubmit(({ userId }) => repay.send({ userId: Number(userId), lineId }))}
      submitLabel="Record repayment"
      back={{ label: "Back", go: props.onCancel }}
      isDirty={form.isDirty()}
      isBusy={repay.isPending}
      failure={repay.error}
    >
      <NativeSelect
        label="Who paid it back?"
        description="It raises the balance of the wallet, to zero at most, and the person gets an email."
        required
        data={[
          { value: "", label: "Please choose" },
          ...(owing.data ?? []).map(({ userId, fullName, owed, currency }) => ({
            value: String(userId),
            label: `${fullName}, owes ${formatMoney(owed, currency)}`,
          })),
        ]}
        {...form.getInputProps("userId")}
      />
    </FormPage>
  );
}

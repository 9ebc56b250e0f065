import { Button, NativeSelect } from "@mantine/core";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { formatDay } from "../../../ui/days.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCommand } from "../../../ui/use-command.ts";

function useReturns(lineId: number) {
  const enabled = useMayCall()("payouts.returns");
  return api.payouts.returns.useQuery({ lineId }, { enabled });
}

/** Offered where a payout of this amount was paid before. */
export function ReturnedPayoutButton(props: { lineId: number; onClick: () => void }) {
  const returns = useReturns(props.lineId);
  if (!returns.data?.length) return null;
  return (
    <Button variant="default" onClick={props.onClick}>
      Payout that the bank returned
    </Button>
  );
}

const typedSchema = z.object({ id: z.string().check(z.minLength(1, "Required")) });

/** Says which payout came back by a transaction. */
export function ReturnedPayoutForm(props: {
  lineId: number;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { lineId } = props;
  const returns = useReturns(lineId);
  const [only, ...others] = returns.data ?? [];
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "returned-payout",
    schema: typedSchema,
    initialValues: { id: only && others.length === 0 ? only.id : "" },
  });
  const back = useCommand(api.payouts.return, {
    done: "Payout returned to the wallet.",
    form: { showErrors },
    onDone: props.onDone,
  });
  return (
    <FormPage
      onSubmit={onSubmit(({ id }) => back.send({ id, lineId }))}
      submitLabel="Return to the wallet"
      back={{ label: "Back", go: props.onCancel }}
      isDirty={form.isDirty()}
      isBusy={back.isPending}
      failure={back.error}
    >
      <NativeSelect
        label="Which payout?"
        description="The money goes back into the wallet, and the person gets an email."
        required
        data={[
          { value: "", label: "Please choose" },
          ...(returns.data ?? []).map(({ id, fullName, paidOn, reference }) => ({
            value: id,
            label: [fullName, paidOn && `paid on ${formatDay(paidOn)}`, reference]
              .filter(Boolean)
              .join(", "),
          })),
        ]}
        {...form.getInputProps("id")}
      />
    </FormPage>
  );
}

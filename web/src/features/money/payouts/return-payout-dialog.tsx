import { toBank } from "@portal/shared/money/payout-terms.ts";
import { NativeSelect, Text } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { formatDay } from "../../../ui/days.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import type { ListedPayout } from "./payout-parts.tsx";

const typedSchema = z.object({ lineId: z.string().check(z.minLength(1, "Required")) });

/** Says by which incoming bank transaction a payout came back. */
export function ReturnPayoutDialog(props: { payout: ListedPayout; onClose: () => void }) {
  const { payout, onClose } = props;
  const returns = api.payouts.returns.useQuery({ id: payout.id });
  const checked = useCheckedForm({
    name: "return-payout",
    schema: typedSchema,
    initialValues: { lineId: "" },
  });
  const { form, summary } = checked;
  const back = useCommand(api.payouts.return, {
    done: "Payout returned to the wallet.",
    form: checked,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Did the bank return this payout?"
      onClose={onClose}
      onSubmit={checked.onSubmit(({ lineId }) =>
        back.send({ id: payout.id, lineId: Number(lineId) }),
      )}
      submitLabel="Return to the wallet"
      isDangerous
      isDirty={form.isDirty()}
      isBusy={back.isPending}
      summary={summary}
      failure={back.error}
    >
      <Text size="sm">
        {formatMoney(payout.amount, payout.currency)} goes back into the wallet of {payout.fullName}
        , who gets an email and can request it again.
      </Text>
      <Loaded what="the bank transactions" query={returns} lines={1} height={36}>
        {(rows) =>
          rows.length === 0 ? (
            <Notice tone="warning" title="No bank transaction of this amount">
              Upload the statement that has the {formatMoney(toBank(payout), payout.currency)} under
              Bank payments first.
            </Notice>
          ) : (
            <NativeSelect
              label="By which transaction?"
              required
              data={[
                { value: "", label: "Please choose" },
                ...rows.map(({ lineId, bookedOn, description }) => ({
                  value: String(lineId),
                  label: `${formatDay(bookedOn)}, ${description}`,
                })),
              ]}
              {...form.getInputProps("lineId")}
            />
          )
        }
      </Loaded>
    </FormDialog>
  );
}

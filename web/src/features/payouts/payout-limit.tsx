import "../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import { type Currency, formatMoney } from "@portal/shared/money.ts";
import { type FormEvent, useState } from "react";
import { api } from "../../api/api.ts";
import { errorMessage } from "../../api/error-message.ts";
import { parseAmount, plainAmount } from "../../ui/amount.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import classes from "./payouts.module.css";

/** From which amount on two people answer for a payout. */
export function PayoutLimit(props: { currency: Currency }) {
  const limit = api.payouts.limit.useQuery();
  const [isOpen, setOpen] = useState(false);
  if (!limit.data) return null;
  const { secondPersonAbove } = limit.data;
  return (
    <div className={classes.reveal}>
      <p className={classes.note}>
        {secondPersonAbove === null
          ? "One person is enough for every payout."
          : `Above ${formatMoney(secondPersonAbove, props.currency)} a second person approves.`}
      </p>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        Change the limit
      </Button>
      {isOpen && <LimitDialog before={secondPersonAbove} onClose={() => setOpen(false)} />}
    </div>
  );
}

function LimitDialog(props: { before: number | null; onClose: () => void }) {
  const [typed, setTyped] = useState(props.before === null ? "" : plainAmount(props.before));
  const [problem, setProblem] = useState<string | null>(null);
  const utils = api.useUtils();
  const save = api.payouts.setLimit.useMutation({
    onSuccess: async () => {
      await utils.payouts.invalidate();
      showToast("Saved!");
      props.onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const amount = typed.trim() === "" ? null : parseAmount(typed);
    const isWrong = amount === null && typed.trim() !== "";
    setProblem(isWrong ? "Please enter a number" : null);
    if (!isWrong) save.mutate({ secondPersonAbove: amount });
  };
  return (
    <Dialog title="A second person for large payouts" onClose={props.onClose}>
      <form noValidate onSubmit={send} className={classes.form}>
        {save.error && (
          <Notice tone="bad">
            <p>{errorMessage(save.error)}</p>
          </Notice>
        )}
        <TextInput
          label="Second person above"
          description="Leave it empty where one person is enough. The change is logged."
          inputMode="decimal"
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={classes.actions}>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

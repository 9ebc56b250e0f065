import { Button } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { IconWallet } from "@tabler/icons-react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { useSession } from "../../../session/session.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { PayableOrder } from "./pay-screen.tsx";
import classes from "./pay-screen.module.css";

/** Store credit of whoever placed the order, where there is some; card or bank pays the rest. */
export function CreditMethod(props: { order: PayableOrder }) {
  const session = useSession();
  return session.state === "signed-in" ? <OwnCredit order={props.order} /> : null;
}

function OwnCredit(props: { order: PayableOrder }) {
  const { uuid } = props.order;
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const credit = api.orders.creditFor.useQuery({ uuid });
  const pay = api.orders.payWithCredit.useMutation({
    onSuccess: async () => {
      await Promise.all([
        utils.orders.byUuid.invalidate({ uuid }),
        utils.orders.creditFor.invalidate({ uuid }),
      ]);
      showToast("Done!");
    },
  });
  if (!credit.data || credit.data.usable === 0) return null;

  const { available, usable, currency } = credit.data;
  const rest = outstanding(props.order) - usable;
  const send = () => {
    const request = { uuid, amount: usable };
    pay.mutate({ ...request, commandId: commandIdFor(request) });
  };
  return (
    <section className={classes.method} aria-labelledby="by-credit">
      <h2 id="by-credit" className={classes.heading}>
        <IconWallet size={22} stroke={1.6} aria-hidden="true" /> With your credit
      </h2>
      <p className={classes.text}>
        You have {formatMoney(available, currency)}.{" "}
        {rest === 0
          ? "It pays this order in full."
          : `It leaves ${formatMoney(rest, currency)} to pay by card or bank transfer.`}
      </p>
      {pay.error && (
        <Notice tone="bad">
          <p>{errorMessage(pay.error)}</p>
        </Notice>
      )}
      <Button fullWidth variant="default" loading={pay.isPending} onClick={send}>
        Use {formatMoney(usable, currency)} of your credit
      </Button>
    </section>
  );
}

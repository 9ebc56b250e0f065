import { Button } from "@mantine/core";
import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { useId, useRef, useState } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { newId } from "../../../api/new-id.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { Wallet } from "./wallet-screen.tsx";
import classes from "./wallet.module.css";

/** Off with the reason beside it while nothing can be requested. */
export function RequestPayout(props: { wallet: Wallet }) {
  const { wallet } = props;
  const [isAsking, setAsking] = useState(false);
  // Kept until it is answered: pressing again after a broken line is the same request.
  const commandId = useRef<string | null>(null);
  const reasonId = useId();
  const utils = api.useUtils();
  const request = api.wallet.requestPayout.useMutation({
    onSuccess: async () => {
      commandId.current = null;
      setAsking(false);
      showToast("Payout requested.");
      await utils.wallet.invalidate();
    },
  });
  const send = () => {
    commandId.current ??= newId();
    request.mutate({ commandId: commandId.current });
  };

  return (
    <div className={classes.request}>
      <Button
        disabled={!wallet.canRequest}
        aria-describedby={wallet.canRequest ? undefined : reasonId}
        onClick={() => setAsking(true)}
      >
        Request payout
      </Button>
      {!wallet.canRequest && (
        <p className={classes.reason} id={reasonId}>
          <Reason wallet={wallet} />
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Request a payout?"
          confirmLabel={`Request ${formatMoney(wallet.requestable, wallet.currency)}`}
          isBusy={request.isPending}
          error={request.error}
          onConfirm={send}
          onCancel={() => setAsking(false)}
        >
          The office pays {formatMoney(wallet.requestable, wallet.currency)} to the bank account in
          your profile.{" "}
          {wallet.maturing > 0
            ? "What is still maturing, and what you earn from now on, belongs to the next payout."
            : "What you earn from now on belongs to the next payout."}
        </ConfirmDialog>
      )}
    </div>
  );
}

function Reason(props: { wallet: Wallet }) {
  const { reason, payoutMinimum, currency } = props.wallet;
  if (reason === "wallet.no-bank-details")
    return (
      <>
        Your bank details are missing. <Link href="/distributor/my-profile">Add them</Link>
      </>
    );
  if (reason === "payout.already-requested") return "You have a request open already.";
  if (reason === "wallet.below-minimum")
    return `The smallest payout is ${formatMoney(payoutMinimum, currency)}.`;
  return reason ? domainErrors[reason].message : null;
}

import { Anchor, Button, Group, Text } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { percentWords } from "@portal/shared/network/commission-words.ts";
import { useId, useState } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { profileSectionPath } from "../../../session/paths.ts";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import { ConvertDialog } from "./convert-dialog.tsx";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import type { Wallet } from "./wallet-parts.tsx";
import { useCommand } from "../../../ui/use-command.ts";

function ConvertToCredit({ wallet }: { wallet: Wallet }) {
  if (wallet.payable <= 0) return null;
  return (
    <DialogButton
      variant="default"
      px="sm"
      label="Turn commission into store credit"
      dialog={(close) => <ConvertDialog wallet={wallet} onClose={close} />}
    />
  );
}

/** Disabled with the reason beside it while nothing can be requested. */
export function RequestPayout(props: { wallet: Wallet }) {
  const { wallet } = props;
  const mayRequest = !useIsImpersonated();
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  const request = useCommand(api.wallet.requestPayout, {
    done: "Payout requested.",
    onDone: () => setAsking(false),
  });
  if (!mayRequest) return null;
  const money = (minor: number) => formatMoney(minor, wallet.currency);
  return (
    <Group gap="xs" mt="md">
      <Button
        px="sm"
        disabled={!wallet.canRequest}
        aria-describedby={wallet.canRequest ? undefined : reasonId}
        onClick={() => setAsking(true)}
      >
        Request payout
      </Button>
      <ConvertToCredit wallet={wallet} />
      {wallet.canRequest && wallet.withheld > 0 && (
        <Text size="sm" flex="1 1 200px">
          {withheldWords(wallet)} {money(wallet.payable - wallet.withheld)} goes to your bank
          account.
        </Text>
      )}
      {!wallet.canRequest && (
        <Text size="sm" c="dimmed" id={reasonId} flex="1 1 200px">
          <Reason wallet={wallet} />
        </Text>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Request payout?"
          confirmLabel={`Request ${money(wallet.payable)}`}
          isBusy={request.isPending}
          error={request.error}
          onConfirm={() => request.send({ withholdingBps: wallet.withholdingBps })}
          onCancel={() => setAsking(false)}
        >
          {wallet.withheld > 0 && `${withheldWords(wallet)} `}
          We’ll pay {money(wallet.payable - wallet.withheld)} into the bank account in your profile.{" "}
          {wallet.waiting > 0
            ? "Commission in its waiting period, and anything you earn from now on, goes to your next payout."
            : "Anything you earn from now on goes to your next payout."}
        </ConfirmDialog>
      )}
    </Group>
  );
}

function withheldWords({ withheld, withholdingBps, currency }: Wallet): string {
  return `We’ll withhold ${formatMoney(withheld, currency)} tax (${percentWords(withholdingBps)}).`;
}

function Reason(props: { wallet: Wallet }) {
  const { reason, reasonMessage, payoutMinimum, currency } = props.wallet;
  if (reason === "wallet.no-bank-details")
    return (
      <>
        Your bank details are missing.{" "}
        <Anchor inherit component={Link} href={profileSectionPath("distributor", "bank-details")}>
          Add bank details
        </Anchor>
      </>
    );
  if (reason === "payout.already-requested") return "You already have an open payout request.";
  if (reason === "wallet.below-minimum")
    return `The minimum payout is ${formatMoney(payoutMinimum, currency)}.`;
  return reasonMessage;
}

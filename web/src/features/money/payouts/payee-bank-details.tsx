import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { accountTypeWord, useRegionWords } from "../../../session/use-region-words.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./payouts.module.css";

/** Somebody else's account number is fetched on demand only: each look is written down. */
export function PayeeBankDetails(props: { userId: number; name: string }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <div className={classes.reveal}>
        <p className={classes.note}>Looking at them is logged.</p>
        <Button variant="default" onClick={() => setShown(true)}>
          Show bank details
        </Button>
      </div>
    );
  }
  return <Revealed userId={props.userId} name={props.name} />;
}

function Revealed(props: { userId: number; name: string }) {
  const words = useRegionWords();
  const details = api.bankDetails.getForAdmin.useQuery(
    { userId: props.userId },
    { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (details.data === undefined) {
    return details.error ? (
      <Failure
        what="the bank details"
        error={details.error}
        onRetry={() => void details.refetch()}
      />
    ) : (
      <Loading what="the bank details" lines={3} height={36} />
    );
  }
  if (details.data === null)
    return <Notice tone="warning" title={`${props.name} has no bank details any more`} />;

  const { bankName, accountName, accountNumber, branchCode, chequeOrSavings, notes } = details.data;
  return (
    <Facts
      facts={[
        { name: "Bank", value: bankName },
        { name: "Account name", value: accountName },
        {
          name: "Account number",
          value: (
            <span className={classes.number}>
              {accountNumber} <CopyButton value={accountNumber} what="account number" />
            </span>
          ),
        },
        { name: words.branchCode, value: branchCode ?? "none" },
        { name: "Type", value: accountTypeWord(chequeOrSavings, words) },
        ...(notes ? [{ name: "Notes", value: notes }] : []),
      ]}
    />
  );
}

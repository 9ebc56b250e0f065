import { Button } from "@mantine/core";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { accountTypeWord, useRegionWords } from "../../../session/use-region-words.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import classes from "./bank-details.module.css";
import { BankDetailsForm } from "./bank-details-form.tsx";

type Details = NonNullable<ApiOutputs["bankDetails"]["get"]>;

/** Where payouts go. The server says no more of the account number than its last four. */
export function BankDetailsCard() {
  const details = api.bankDetails.get.useQuery();
  const [isEditing, setEditing] = useState(false);

  return (
    <section className={classes.card} aria-labelledby="bank-details" id="bank-details-card">
      <div className={classes.top}>
        <h2 id="bank-details">Bank details</h2>
        {details.data !== undefined && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {details.data ? "Change" : "Add bank details"}
          </Button>
        )}
      </div>
      {details.data === undefined ? (
        details.error ? (
          <Failure
            what="your bank details"
            error={details.error}
            onRetry={() => void details.refetch()}
          />
        ) : (
          <Loading what="your bank details" lines={3} height={36} />
        )
      ) : details.data ? (
        <Shown details={details.data} />
      ) : (
        <p className={classes.hint}>
          Payouts go to this account. Without it no payout can be requested.
        </p>
      )}
      {isEditing && (
        <Dialog title="Bank details" onClose={() => setEditing(false)}>
          <BankDetailsForm details={details.data ?? null} onClose={() => setEditing(false)} />
        </Dialog>
      )}
    </section>
  );
}

function Shown(props: { details: Details }) {
  const { details } = props;
  const words = useRegionWords();
  return (
    <Facts
      facts={[
        { name: "Bank", value: details.bankName },
        { name: "Account name", value: details.accountName },
        { name: "Account number", value: details.accountNumber },
        ...(details.branchCode ? [{ name: words.branchCode, value: details.branchCode }] : []),
        { name: "Type", value: accountTypeWord(details.chequeOrSavings, words) },
        ...(details.notes ? [{ name: "Notes", value: details.notes }] : []),
      ]}
    />
  );
}

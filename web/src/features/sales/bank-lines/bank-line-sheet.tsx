import { Button } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { ListedBankLine } from "./bank-lines-screen.tsx";
import classes from "./bank-lines.module.css";
import { IgnoreForm } from "./ignore-form.tsx";
import { wordsOf } from "./proposal-text.tsx";
import { UseForm } from "./use-form.tsx";

/** One line: what the bank says, what it is for, and the ways to deal with it. */
export function BankLineSheet(props: { line: ListedBankLine; onClose: () => void }) {
  const { line } = props;
  const [isIgnoring, setIsIgnoring] = useState(false);
  return (
    <Dialog shape="sheet" title="Bank line" onClose={props.onClose}>
      <div className={classes.sheet}>
        <div>
          <p className={classes.amount}>
            <MoneyText minor={line.amount} currency={line.currency} />
          </p>
          <p className={classes.description}>{line.description}</p>
        </div>
        <Facts
          facts={[
            { name: "Date on the statement", value: <DayText value={line.bookedOn} /> },
            { name: "File", value: line.fileName },
            ...(line.account === "" ? [] : [{ name: "Account", value: line.account }]),
          ]}
        />
        {line.state === "open" && !isIgnoring && (
          <>
            <Notice tone={line.proposal?.kind === "exact" ? "good" : "info"}>
              <p>{wordsOf(line)}.</p>
            </Notice>
            <UseForm line={line} onDone={props.onClose} />
            <Button variant="default" onClick={() => setIsIgnoring(true)}>
              This is no payment for an order
            </Button>
          </>
        )}
        {line.state === "open" && isIgnoring && (
          <IgnoreForm line={line} onDone={props.onClose} onCancel={() => setIsIgnoring(false)} />
        )}
        {line.state === "applied" && <Applied line={line} />}
        {line.state === "ignored" && <PutAside line={line} onDone={props.onClose} />}
      </div>
    </Dialog>
  );
}

function Applied(props: { line: ListedBankLine }) {
  const { line } = props;
  return (
    <section aria-labelledby="used-for">
      <h3 id="used-for" className={classes.heading}>
        Used for
      </h3>
      <Facts
        amounts
        facts={line.uses.map(({ orderNumber, amount }) => ({
          name: `${eftPrefix}${orderNumber}`,
          value: <MoneyText minor={amount} currency={line.currency} />,
        }))}
      />
      <Decided line={line} />
    </section>
  );
}

function PutAside(props: { line: ListedBankLine; onDone: () => void }) {
  const { line } = props;
  const utils = api.useUtils();
  const reopen = api.bankLines.reopen.useMutation({
    onSuccess: async () => {
      await utils.bankLines.list.invalidate();
      showToast("Done!");
      props.onDone();
    },
  });
  return (
    <>
      <p className={classes.description}>{line.reason}</p>
      <Decided line={line} />
      {reopen.error && (
        <Notice tone="bad">
          <p>{errorMessage(reopen.error)}</p>
        </Notice>
      )}
      <Button
        variant="default"
        loading={reopen.isPending}
        onClick={() => reopen.mutate({ lineId: line.id })}
      >
        Take it up again
      </Button>
    </>
  );
}

function Decided(props: { line: ListedBankLine }) {
  const { decidedAt, decidedByName } = props.line;
  if (decidedAt === null) return null;
  return (
    <p className={classes.hint}>
      By {decidedByName ?? "somebody"} on <DayText value={decidedAt} />
    </p>
  );
}

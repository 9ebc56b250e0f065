import "../../../theme/mantine-forms.ts";
import { Button, JsonInput, NativeSelect } from "@mantine/core";
import { type JsonProblem, readPayoutDocument } from "@portal/shared/money/payouts.ts";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useUnsavedGuard } from "../../../ui/editing/use-unsaved-guard.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { DifferenceDialog } from "./difference-dialog.tsx";
import classes from "./payouts.module.css";

/** "Payment Requests": the open requests of a person as JSON, for developers (docs/decisions.md, 28). */
export function PayoutEditorScreen() {
  const [params, setParams] = useSearchParams();
  const requesters = api.payouts.requesters.useQuery();
  const people = requesters.data ?? [];
  const userId = Number(params.get("person")) || people[0]?.userId;
  return (
    <div className={classes.page}>
      <PageHeading title="Payment Requests" area="Office" />
      {requesters.data === undefined ? (
        requesters.error ? (
          <Failure
            what="the people"
            error={requesters.error}
            onRetry={() => void requesters.refetch()}
          />
        ) : (
          <Loading what="the people" lines={4} />
        )
      ) : userId === undefined ? (
        <Empty title="Nobody has asked for a payout yet" />
      ) : (
        <>
          <NativeSelect
            label="Person"
            className={classes.narrow}
            value={String(userId)}
            data={people.map((one) => ({
              value: String(one.userId),
              label: `${one.fullName} (${one.email})`,
            }))}
            onChange={(event) => setParams({ person: event.currentTarget.value })}
          />
          <Requests key={userId} userId={userId} />
        </>
      )}
    </div>
  );
}

function Requests(props: { userId: number }) {
  const { userId } = props;
  const requests = api.payouts.requestsOf.useQuery({ userId }, { refetchOnWindowFocus: false });
  if (!requests.data) {
    return requests.error ? (
      <Failure
        what="the payment requests"
        error={requests.error}
        onRetry={() => void requests.refetch()}
      />
    ) : (
      <Loading what="the payment requests" lines={6} />
    );
  }
  const { text } = requests.data;
  return <Editor key={text} userId={userId} before={text} />;
}

function Editor(props: { userId: number; before: string }) {
  const { userId, before } = props;
  const [text, setText] = useState(before);
  const [isComparing, setComparing] = useState(false);
  const { problems } = readPayoutDocument(text);
  const plan = api.payouts.planRequests.useQuery(
    { userId, before, text },
    { enabled: isComparing, retry: false, gcTime: 0 },
  );
  const corrections = plan.data?.corrections;
  const question = useUnsavedGuard(text !== before);

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.length === 0) setComparing(true);
      }}
    >
      <HowTo />
      <JsonInput
        label="Payment requests as JSON"
        value={text}
        onChange={(value) => {
          setText(value);
          setComparing(false);
        }}
        rows={18}
        spellCheck={false}
        classNames={{ input: classes.code ?? "" }}
        error={problems.length > 0}
      />
      <Problems problems={problems} />
      {isComparing && <Answer error={plan.error} isSame={corrections?.length === 0} />}
      <div className={classes.actions}>
        <Button type="submit" disabled={problems.length > 0} loading={plan.isFetching}>
          Show the difference
        </Button>
        <Button variant="default" disabled={text === before} onClick={() => setText(before)}>
          Start again
        </Button>
      </div>
      {isComparing && corrections && corrections.length > 0 && (
        <DifferenceDialog
          edit={{ userId, before, text }}
          corrections={corrections}
          onClose={() => setComparing(false)}
        />
      )}
      {question}
    </form>
  );
}

function HowTo() {
  return (
    <p className={classes.note}>
      Take the request out to clear it, write <code>"rejected"</code> with a reason to reject it, or{" "}
      <code>"through": "now"</code> to ask for everything up to now. Credit that is granted goes
      under <code>creditGranted</code> as an amount in cents with a reason. What is paid cannot be
      edited.
    </p>
  );
}

function Problems(props: { problems: readonly JsonProblem[] }) {
  if (props.problems.length === 0) return null;
  return (
    <Notice tone="bad" title="This cannot be saved yet">
      <ul className={classes.plain}>
        {props.problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path !== "" && <code>{path}: </code>}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Answer(props: { error: unknown; isSame: boolean }) {
  if (props.error)
    return (
      <Notice tone="bad">
        <p>{errorMessage(props.error)}</p>
      </Notice>
    );
  if (!props.isSame) return null;
  return (
    <Notice tone="info">
      <p>Nothing would change.</p>
    </Notice>
  );
}

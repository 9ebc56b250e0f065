import {
  Button,
  Code,
  JsonInput,
  List,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { toBank } from "@portal/shared/money/payout-terms.ts";
import { type JsonProblem, readPayoutDocument } from "@portal/shared/money/payouts.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import "../../../theme/mantine-forms.ts";
import { leaveWork } from "../../../session/unsaved-work.ts";
import { FormPage } from "../../../ui/form-page.tsx";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { ErrorNotice, Loaded, Notice } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { useCommand } from "../../../ui/use-command.ts";

/** "Payment Requests": the open requests of a person as JSON, for developers (docs/decisions.md, 28). */
export function PayoutEditorScreen() {
  const [params, setParams] = useSearchParams();
  const requesters = api.payouts.requesters.useQuery();
  return (
    <Stack>
      <PageHeader title="Payment Requests" />
      <Loaded what="the people" query={requesters} lines={4}>
        {(people) => {
          const userId = Number(params.get("person")) || people[0]?.userId;
          if (userId === undefined) return <Empty title="No payout requests yet" />;
          return (
            <>
              <NativeSelect
                label="Person"
                maw={448}
                value={String(userId)}
                data={people.map((person) => ({
                  value: String(person.userId),
                  label: `${person.fullName} (${person.email})`,
                }))}
                onChange={({ currentTarget: { value } }) =>
                  leaveWork(() => setParams({ person: value }))
                }
              />
              <Requests key={userId} userId={userId} />
            </>
          );
        }}
      </Loaded>
    </Stack>
  );
}

function Requests(props: { userId: number }) {
  const { userId } = props;
  const requests = api.payouts.requestsOf.useQuery({ userId }, { refetchOnWindowFocus: false });
  return (
    <Loaded what="the payout requests" query={requests} lines={6}>
      {({ text }) => <Editor userId={userId} saved={text} />}
    </Loaded>
  );
}

function Editor(props: { userId: number; saved: string }) {
  const { userId, saved } = props;
  // What the edit is based on. A live update replaces it only while nothing was typed.
  const [before, setBefore] = useState(saved);
  const [text, setText] = useState(before);
  const isNewer = saved !== before;
  const takeSaved = () => {
    setBefore(saved);
    setText(saved);
    setComparing(false);
  };
  const [isComparing, setComparing] = useState(false);
  if (isNewer && text === before) takeSaved();
  const { problems } = readPayoutDocument(text);
  const plan = api.payouts.planRequests.useQuery(
    { userId, before, text },
    { enabled: isComparing, retry: false, gcTime: 0 },
  );
  const corrections = plan.data?.corrections;
  return (
    <FormPage
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.length === 0) setComparing(true);
      }}
      submitLabel="Review changes"
      canSubmit={problems.length === 0}
      other={
        <Button variant="default" disabled={text === before} onClick={() => setText(before)}>
          Reset
        </Button>
      }
      isDirty={text !== before}
      isBusy={plan.isFetching}
      failure={null}
    >
      <Text size="sm" c="dimmed">
        Delete a request to clear it. Add <code>"rejected"</code> with a reason to reject it. Use{" "}
        <code>"through": "now"</code> to include everything up to now. Add credit under{" "}
        <code>creditGranted</code> (amount in cents, with a reason). Paid requests cannot be edited.
      </Text>
      {isNewer && (
        <Notice tone="warning" title="The requests have changed">
          <p>
            What you typed is based on an earlier state and cannot be saved. Copy what you need.
          </p>
          <Button mt="xs" variant="default" onClick={takeSaved}>
            Use saved version
          </Button>
        </Notice>
      )}
      <TaxOfRequest text={before} />
      <JsonInput
        label="Payout requests as JSON"
        value={text}
        onChange={(value) => {
          setText(value);
          setComparing(false);
        }}
        rows={18}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        error={problems.length > 0}
      />
      <Problems problems={problems} />
      {isComparing && <ErrorNotice error={plan.error} />}
      {isComparing && corrections?.length === 0 && <Notice tone="info">No changes.</Notice>}
      {isComparing && corrections && corrections.length > 0 && (
        <DifferenceDialog
          edit={{ userId, before, text }}
          corrections={corrections}
          onClose={() => setComparing(false)}
        />
      )}
    </FormPage>
  );
}

function Problems(props: { problems: readonly JsonProblem[] }) {
  if (props.problems.length === 0) return null;
  return (
    <Notice tone="bad" title="This cannot be saved yet">
      <List size="sm">
        {props.problems.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            {path !== "" && <code>{path}: </code>}
            {message}
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}

type Correction = ApiOutputs["payouts"]["planRequests"]["corrections"][number];

/** Lists the corrections, with the document before and after side by side, before anything is saved. */
function DifferenceDialog(props: {
  edit: Readonly<{ userId: number; before: string; text: string }>;
  corrections: readonly Correction[];
  onClose: () => void;
}) {
  const { edit, corrections } = props;
  const save = useCommand(api.payouts.saveRequests, {
    done: ({ proposalIds: [proposalId = null] }) => doneWords(proposalId, "Saved!"),
    onDone: props.onClose,
  });
  return (
    <ModalDialog title="Review changes" shape="wide" onClose={props.onClose}>
      <Stack>
        <ErrorNotice error={save.error} />
        <List type="ordered" size="sm">
          {corrections.map((correction) => (
            <List.Item key={JSON.stringify(correction)}>
              <CorrectionText correction={correction} />
            </List.Item>
          ))}
        </List>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Side title="Now" text={edit.before} other={edit.text} />
          <Side title="After" text={edit.text} other={edit.before} />
        </SimpleGrid>
        <DialogActions>
          <Button variant="default" data-autofocus onClick={props.onClose}>
            Keep editing
          </Button>
          <Button loading={save.isPending} onClick={() => save.send(edit)}>
            Save changes
          </Button>
        </DialogActions>
      </Stack>
    </ModalDialog>
  );
}

function CorrectionText(props: { correction: Correction }) {
  const { correction } = props;
  const money = useMoneyWords();
  if (!money) return null;
  switch (correction.what) {
    case "reject":
      return correction.reason === null
        ? "The open request will be cleared."
        : `The open request will be rejected: ${correction.reason}`;
    case "request":
      return `A new request for ${money(correction.requested)} will be created (commission ${money(correction.commission)}, minus credit ${money(correction.credit)}).${taxWords(correction, money)}`;
    case "grant-credit":
      return `${money(correction.amount)} of store credit will be added: ${correction.reason}`;
  }
}

/** Amounts in the currency of wallets, as soon as it is known. */
function useMoneyWords(): ((minor: number) => string) | null {
  const settings = api.settings.public.useQuery(undefined, { staleTime: 5 * 60_000 });
  const currency = settings.data?.currency;
  return currency ? (minor) => formatMoney(minor, currency) : null;
}

/** What of the open request goes to the bank; nothing where that is all of it. */
function TaxOfRequest(props: { text: string }) {
  const money = useMoneyWords();
  const [open] = readPayoutDocument(props.text).document?.requests ?? [];
  if (!money || !open || open.withheld === 0) return null;
  const { requested: amount, withheld } = open;
  return (
    <Facts
      amounts
      facts={[
        { name: "Open request", value: money(amount) },
        { name: "Minus tax withheld", value: money(0 - withheld) },
        { name: "To pay", value: money(toBank({ amount, withheld })), isSum: true },
      ]}
    />
  );
}

/** Empty where nothing is withheld. */
function taxWords(
  { requested, withheld }: Readonly<{ requested: number; withheld: number }>,
  money: (minor: number) => string,
): string {
  if (withheld === 0) return "";
  const paid = toBank({ amount: requested, withheld });
  return ` After ${money(withheld)} tax withheld, ${money(paid)} goes to the bank.`;
}

/** Lines missing on the other side are marked with a sign as well as a colour. */
function Side(props: { title: string; text: string; other: string }) {
  const others = new Set(props.other.split("\n"));
  return (
    <section aria-label={props.title}>
      <Title order={3} mb="xs">
        {props.title}
      </Title>
      <Code block tabIndex={0}>
        {props.text.split("\n").map((line, at) => (
          <Text
            span
            inherit
            key={at}
            {...(others.has(line) ? {} : { bg: "var(--mantine-color-amber-light)" })}
          >
            {others.has(line) ? "  " : "• "}
            {line}
            {"\n"}
          </Text>
        ))}
      </Code>
    </section>
  );
}

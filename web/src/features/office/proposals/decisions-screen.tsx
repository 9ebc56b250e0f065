import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText, formatDay } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Loaded, Notice, showToast } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PersonName } from "../../../ui/person-name.tsx";

export type ListedProposal = ApiOutputs["proposals"]["list"]["open"][number];

/** Proposals of admins that another admin has to confirm, and recent decisions. */
export function DecisionsScreen() {
  const proposals = api.proposals.list.useQuery(undefined, { refetchInterval: 30_000 });
  return (
    <Stack gap="lg">
      <PageHeader title="Decisions" />
      <Loaded query={proposals} what="the decisions" lines={3} height={120}>
        {(data) => <Decisions {...data} />}
      </Loaded>
    </Stack>
  );
}

function Decisions({ currency, open, decided }: ApiOutputs["proposals"]["list"]) {
  return (
    <>
      <section aria-labelledby="to-decide">
        <Title order={2} mb="xs" id="to-decide">
          Waiting for second approval
        </Title>
        {open.length === 0 ? (
          <Empty title="No decisions waiting">
            <p>
              New admins, changes of the shop’s bank account or of the limit, and money above the
              limit appear here.
            </p>
          </Empty>
        ) : (
          <Stack role="list">
            {open.map((proposal) => (
              <Card role="listitem" key={proposal.id}>
                <Proposed proposal={proposal} currency={currency} />
                <Deciding proposal={proposal} />
              </Card>
            ))}
          </Stack>
        )}
      </section>
      {decided.length > 0 && (
        <section aria-labelledby="decided">
          <Title order={2} mb="xs" id="decided">
            Recent decisions
          </Title>
          <Stack role="list">
            {decided.map((proposal) => (
              <Card role="listitem" key={proposal.id}>
                <Proposed proposal={proposal} currency={currency} />
                <Text size="sm" c="dimmed">
                  {decidedWords(proposal)}
                  {proposal.decidedAt !== null && (
                    <>
                      , <DayText value={proposal.decidedAt} withTime />
                    </>
                  )}
                </Text>
              </Card>
            ))}
          </Stack>
        </section>
      )}
    </>
  );
}

function Proposed({ proposal, currency }: { proposal: ListedProposal; currency: Currency }) {
  return (
    <>
      <Title order={3}>{titleOf(proposal, currency)}</Title>
      <Text size="sm" c="dimmed">
        <PersonName id={proposal.proposedBy}>{proposal.proposedByName}</PersonName>,{" "}
        <DayText value={proposal.proposedAt} withTime />
      </Text>
      <Facts facts={factsOf(proposal, currency)} />
    </>
  );
}

function Deciding({ proposal }: { proposal: ListedProposal }) {
  const { id, takesEffectAt, expiresAt, mayConfirm } = proposal;
  const [question, setQuestion] = useState<"confirm" | "decline" | null>(null);
  const utils = api.useUtils();
  const after = (done: string) => ({
    onSuccess: async ({ failure }: { failure: string | null }) => {
      setQuestion(null);
      // A confirmed change can affect any page of the office.
      await utils.invalidate();
      if (failure === null) showToast(done);
      else showToast("This could no longer be done.", "bad");
    },
  });
  const confirm = api.proposals.confirm.useMutation(after("Change confirmed."));
  const decline = api.proposals.decline.useMutation(after("Change declined."));
  const decision = question === "confirm" ? confirm : decline;
  return (
    <>
      <Notice tone={takesEffectAt === null ? "info" : "warning"}>
        <p>
          {takesEffectAt === null ? (
            <>
              Another admin must confirm this by <DayText value={expiresAt} withTime />.
            </>
          ) : (
            <>
              There is no other admin. This takes effect automatically on{" "}
              <DayText value={takesEffectAt} withTime />, unless someone declines it.
            </>
          )}
        </p>
      </Notice>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => setQuestion("decline")}>
          Decline
        </Button>
        {mayConfirm && <Button onClick={() => setQuestion("confirm")}>Confirm</Button>}
      </Group>
      {question !== null && (
        <ConfirmDialog
          title={question === "confirm" ? "Confirm change?" : "Decline change?"}
          confirmLabel={question === "confirm" ? "Confirm" : "Decline"}
          cancelLabel="Go back"
          isBusy={decision.isPending}
          error={decision.error}
          onConfirm={() => decision.mutate({ id })}
          onCancel={() => setQuestion(null)}
        >
          {question === "confirm"
            ? `It takes effect now, in the name of ${proposal.proposedByName} and with your consent.`
            : "Nothing changes. The same change can be proposed again."}
        </ConfirmDialog>
      )}
    </>
  );
}

function titleOf({ change, personName, orderNumber }: ListedProposal, currency: Currency): string {
  const money = (minor: number) => formatMoney(minor, currency);
  const person = personName ?? "someone";
  switch (change.kind) {
    case "limit":
      return change.data.above === null
        ? "No limit above which money needs two admins"
        : `Money above ${money(change.data.above)} needs two admins`;
    case "bank":
      return "New bank account of the shop";
    case "admin":
      return change.data.isNew ? `${person} becomes an admin` : `${person} is an admin again`;
    case "eft":
      return `Bank transfer (EFT) of ${money(change.data.amount)} for order ${orderNumber ?? ""}`.trim();
    case "bank-line": {
      const sum = change.data.uses.reduce((total, { amount }) => total + amount, 0);
      return `Bank payment of ${money(sum)}`;
    }
    case "credit":
      return `Store credit of ${money(change.data.amount)} for ${person}`;
    case "payout":
      return `Payout of ${money(change.data.amount)} to ${person}`;
  }
}

/** All details of the change, because the admin who confirms it is responsible for it. */
function factsOf({ change }: ListedProposal, currency: Currency): Fact[] {
  switch (change.kind) {
    case "limit":
      return [{ name: "Region", value: change.data.region.toUpperCase() }];
    case "bank":
      return [
        { name: "Bank", value: change.data.bankName },
        { name: "Account name", value: change.data.bankAccountName },
        { name: "Account type", value: change.data.bankAccountType },
        { name: "Account number", value: change.data.bankAccountNumber },
        { name: "Branch code", value: change.data.bankBranchCode },
      ];
    case "admin":
      return change.words === null ? [] : [{ name: "Email", value: change.words.email }];
    case "eft":
      return [
        { name: "Bank reference", value: change.words?.reference ?? "" },
        { name: "Date on bank statement", value: formatDay(change.data.receivedOn) },
      ].filter(({ value }) => value !== "");
    case "bank-line":
      return change.data.uses.map(({ orderNumber, amount }) => ({
        name: `${eftPrefix}${orderNumber}`,
        value: formatMoney(amount, currency),
      }));
    case "credit":
      return change.words === null ? [] : [{ name: "Reason", value: change.words.text }];
    case "payout":
      return [];
  }
}

function decidedWords({ state, decidedByName, failure, usedAt, change }: ListedProposal) {
  const by = decidedByName === null ? "" : ` by ${decidedByName}`;
  if (failure !== null) return `Confirmed${by}, but it could no longer be done`;
  if (state === "declined") return `Declined${by}`;
  if (state === "expired") return "No one confirmed it in time";
  const isToDo = usedAt === null && change.kind === "payout";
  const how = decidedByName === null ? "Took effect automatically" : `Confirmed${by}`;
  return isToDo ? `${how}, to be paid` : how;
}

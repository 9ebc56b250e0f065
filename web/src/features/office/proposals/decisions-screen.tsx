import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { domainErrors } from "@portal/shared/platform/domain-error.ts";
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
import { changesBetween, percentText } from "../../../ui/plan-rates.ts";

export type WaitingProposal = ApiOutputs["proposals"]["list"]["open"][number];
type ListedProposal = ApiOutputs["proposals"]["list"]["decided"][number];

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
          Waiting for a decision
        </Title>
        {open.length === 0 ? (
          <Empty title="No decisions waiting">
            <p>
              New admins and admins who are to go, changes of the shop’s bank account, contact
              address or limit, and money above the limit appear here.
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

type Answer = "confirm" | "decline" | "withdraw";

function Deciding({ proposal }: { proposal: WaitingProposal }) {
  const { id, way, isOwn, mayConfirm } = proposal;
  const [question, setQuestion] = useState<Answer | null>(null);
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
  const withdraw = api.proposals.withdraw.useMutation(after("Change withdrawn."));
  const decision = question === null ? confirm : { confirm, decline, withdraw }[question];
  return (
    <>
      <Notice tone={way === "confirmed" ? "info" : "warning"}>
        <WhyItWaits proposal={proposal} />
      </Notice>
      <Group justify="flex-end" gap="xs">
        {isOwn ? (
          <Button variant="default" onClick={() => setQuestion("withdraw")}>
            Withdraw
          </Button>
        ) : (
          <Button variant="default" onClick={() => setQuestion("decline")}>
            Decline
          </Button>
        )}
        {mayConfirm && <Button onClick={() => setQuestion("confirm")}>Confirm</Button>}
      </Group>
      {question !== null && (
        <ConfirmDialog
          title={`${answers[question]} change?`}
          confirmLabel={answers[question]}
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

const answers: Readonly<Record<Answer, string>> = {
  confirm: "Confirm",
  decline: "Decline",
  withdraw: "Withdraw",
};

/** Who can decide and until when, or why nobody has to. */
function WhyItWaits({ proposal }: { proposal: WaitingProposal }) {
  const { way, notices, noticesOutAt, takesEffectAt, expiresAt, confirmers, waitSeconds } =
    proposal;
  const hours = (waitSeconds ?? 0) / 3600;
  const span = hours > 96 ? `${hours / 24} days` : `${hours} hours`;
  return (
    <>
      {way === "confirmed" ? (
        <p>
          {confirmers.length > 0 ? confirmers.join(" or ") : "An independent admin"} must confirm
          this
          {expiresAt !== null && (
            <>
              {" "}
              by <DayText value={expiresAt} withTime />
            </>
          )}
          . Otherwise nothing changes.
        </p>
      ) : (
        <>
          <p>
            {way === "silence"
              ? `No other admin is independent. Unless ${confirmers.join(" or ")} agrees before, this waits ${span}, and anyone who was told can decline it.`
              : `No other admin is independent, so this waits ${span}, and anyone who was told can decline it.`}
          </p>
          {takesEffectAt === null ? (
            <p>
              Waiting for email to work: the {span} begin when everyone’s email was accepted.{" "}
              {notices.waiting > 0 && `${notices.waiting} not sent yet.`}
            </p>
          ) : (
            <p>
              Takes effect on <DayText value={takesEffectAt} withTime />.
            </p>
          )}
        </>
      )}
      {notices.notReached.length > 0 && (
        <p>Not reached by email: {notices.notReached.join(", ")}.</p>
      )}
      {way !== "confirmed" && noticesOutAt !== null && (
        <p>
          Everyone was told by <DayText value={noticesOutAt} withTime />.
        </p>
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
    case "contact":
      return "New contact email address of the shop";
    case "deactivate":
      return `${person} is no longer an admin`;
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
    case "batch":
      return `Payout batch ${change.data.batchId} of ${money(change.data.total)}`;
    case "refund":
      return `Refund of ${money(change.data.amount)} for order ${orderNumber ?? ""}`.trim();
    case "reassign":
      return `Order ${orderNumber ?? ""} is reassigned to ${personName ?? "no seller"}`;
    case "price":
      return `Price of ${change.data.name}: ${money(change.data.price)}`;
    case "sale":
      return `Sale of ${change.data.bfDiscount}%`;
    case "stockists":
      return "Higher terms for stockists";
    case "margin":
      return `Margin of ${change.data.marginBps / 100}% for ${person}`;
    case "plan":
      return `Commission plan that pays up to ${percentText(change.data.shareBps)}`;
  }
}

/** All details of the change, because the admin who confirms it is responsible for it. */
function factsOf({ change, payees }: ListedProposal, currency: Currency): Fact[] {
  switch (change.kind) {
    case "limit":
      return [
        { name: "Region", value: change.data.region.toUpperCase() },
        { name: "Limit now", value: limitInWords(change.data.before, currency) },
        { name: "New limit", value: limitInWords(change.data.above, currency) },
      ];
    case "bank":
      return [
        ...accountFacts("New", change.data),
        ...(change.data.before === null ? [] : accountFacts("Present", change.data.before)),
      ];
    case "contact":
      return [
        { name: "New address", value: change.data.contactEmail || "None" },
        { name: "Present address", value: change.data.before || "None" },
      ];
    case "admin":
    case "deactivate":
      return change.words === null
        ? []
        : [
            { name: "Name", value: `${change.words.firstName} ${change.words.lastName}` },
            { name: "Email", value: change.words.email },
            { name: "Cell", value: change.words.cell ?? "None" },
            { name: "Other number", value: change.words.altNumber ?? "" },
            { name: "Company", value: change.words.company ?? "" },
          ].filter(({ value }) => value !== "");
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
    case "batch":
      return [
        { name: "To be paid on", value: formatDay(change.data.payOn) },
        { name: "Hash total", value: change.data.hashTotal },
        ...payees.map(({ name, amount }) => ({ name, value: formatMoney(amount, currency) })),
      ];
    case "refund":
      return [
        {
          name: "How",
          value: change.data.method === "eft" ? "Bank transfer (EFT)" : "Store credit",
        },
        { name: "For goods", value: formatMoney(change.data.productAmount, currency) },
        { name: "Units", value: String(change.data.units) },
        { name: "Reason", value: change.words?.reason ?? "" },
      ].filter(({ value }) => value !== "");
    case "reassign":
      return [];
    case "price":
      return [
        { name: "Price now", value: formatMoney(change.data.before, currency) },
        { name: "Highest in 30 days", value: formatMoney(change.data.highest, currency) },
        { name: "New price", value: formatMoney(change.data.price, currency) },
      ];
    case "sale":
      return [
        { name: "Now", value: saleInWords(change.data.before) },
        { name: "New", value: saleInWords(change.data) },
      ];
    case "stockists":
      return [...termsFacts("New", change.data), ...termsFacts("Present", change.data.before)];
    case "margin":
      return [
        {
          name: "Margin now",
          value: change.data.before === null ? "None" : `${change.data.before / 100}%`,
        },
        { name: "New margin", value: `${change.data.marginBps / 100}%` },
      ];
    case "plan":
      return [
        {
          name: "In force from",
          value: change.data.publishOn === null ? "Now" : formatDay(change.data.publishOn),
        },
        ...changesBetween(change.data.before, change.data.plan).map(({ name, before, after }) => ({
          name,
          value: `${percentText(after)}, now ${percentText(before)}`,
        })),
      ];
  }
}

function saleInWords(sale: { bfEnabled: boolean; bfDiscount: number }): string {
  return `${sale.bfDiscount}%, ${sale.bfEnabled ? "on" : "off"}`;
}

type Terms = Omit<Extract<ListedProposal["change"], { kind: "stockists" }>["data"], "before">;

function termsFacts(which: "New" | "Present", terms: Terms): Fact[] {
  return [
    { name: `${which} standard margin`, value: `${terms.stockistMarginDefault}%` },
    { name: `${which} largest margin`, value: `${terms.stockistMarginMax}%` },
    {
      name: `${which} standard percent of distributors`,
      value: `${terms.stockistPercentDefault}%`,
    },
    { name: `${which} largest percent of distributors`, value: `${terms.stockistPercentMax}%` },
  ];
}

type Account = Omit<Extract<ListedProposal["change"], { kind: "bank" }>["data"], "before">;

function accountFacts(which: "New" | "Present", account: Account): Fact[] {
  return [
    { name: `${which} bank`, value: account.bankName || "None" },
    { name: `${which} account name`, value: account.bankAccountName || "None" },
    { name: `${which} account type`, value: account.bankAccountType || "None" },
    { name: `${which} account number`, value: account.bankAccountNumber || "None" },
    { name: `${which} branch code`, value: account.bankBranchCode || "None" },
  ];
}

function limitInWords(limit: number | null, currency: Currency): string {
  return limit === null ? "No limit" : formatMoney(limit, currency);
}

function decidedWords({ state, decidedByName, failure, usedAt, change }: ListedProposal) {
  const by = decidedByName === null ? "" : ` by ${decidedByName}`;
  if (failure !== null) return `Could not be done: ${domainErrors[failure].message}`;
  if (state === "declined") return `Declined${by}`;
  if (state === "withdrawn") return `Withdrawn${by}`;
  if (state === "expired") return "No one confirmed it in time";
  const isToDo = usedAt === null && change.kind === "payout";
  const how = decidedByName === null ? "Took effect automatically" : `Confirmed${by}`;
  return isToDo ? `${how}, to be paid` : how;
}

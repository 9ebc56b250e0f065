import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { askForPasskey, knowsPasskeys, passkeyFailure } from "../../../session/passkeys.ts";
import { useSession } from "../../../session/session.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded, Notice, showToast } from "../../../ui/feedback.tsx";
import { useOpenRow } from "../../../ui/list/use-open-row.ts";
import { ModalDialog } from "../../../ui/modal-dialog.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import type { ListedProposal } from "./decision-kinds.ts";
import { factsOf, titleOf } from "./decision-words.ts";

export type WaitingProposal = ApiOutputs["proposals"]["list"]["open"][number];

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
  const [asked, setAsked] = useState<{ id: string; answer: Answer } | null>(null);
  const shown = useOpenRow(asked?.id ?? null, open, ({ id }) => id);
  return (
    <>
      {asked && shown && (
        <DecisionQuestion
          key={shown.id}
          proposal={shown}
          answer={asked.answer}
          decided={decided.find(({ id }) => id === shown.id)}
          isOpen={open.some(({ id }) => id === shown.id)}
          onClose={() => setAsked(null)}
        />
      )}
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
                <Stack gap="sm">
                  <Proposed proposal={proposal} currency={currency} />
                  <Deciding
                    proposal={proposal}
                    onAsk={(answer) => setAsked({ id: proposal.id, answer })}
                  />
                </Stack>
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
                <Stack gap="sm">
                  <Proposed proposal={proposal} currency={currency} />
                  <Text size="sm" c="dimmed">
                    {decidedWords(proposal)}
                    {proposal.decidedAt !== null && (
                      <>
                        , <DayText value={proposal.decidedAt} withTime />
                      </>
                    )}
                  </Text>
                </Stack>
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
      <div>
        <Title order={3}>{titleOf(proposal, currency)}</Title>
        <Text size="sm" c="dimmed">
          <PersonName id={proposal.proposedBy}>{proposal.proposedByName}</PersonName>,{" "}
          <DayText value={proposal.proposedAt} withTime />
        </Text>
      </div>
      <Facts facts={factsOf(proposal, currency)} />
    </>
  );
}

type Answer = "confirm" | "decline" | "withdraw";

function Deciding(props: { proposal: WaitingProposal; onAsk: (answer: Answer) => void }) {
  const { proposal, onAsk } = props;
  const { way, isOwn, mayConfirm } = proposal;
  return (
    <>
      <Notice tone={way === "confirmed" ? "info" : "warning"}>
        <WhyItWaits proposal={proposal} />
      </Notice>
      <Group justify="flex-end" gap="xs">
        {isOwn ? (
          <Button variant="default" onClick={() => onAsk("withdraw")}>
            Withdraw
          </Button>
        ) : (
          <Button variant="default" onClick={() => onAsk("decline")}>
            Decline
          </Button>
        )}
        {mayConfirm && <Button onClick={() => onAsk("confirm")}>Confirm</Button>}
      </Group>
    </>
  );
}

/** The question about one proposal. It stays where somebody else decides meanwhile, and says so. */
function DecisionQuestion(props: {
  proposal: WaitingProposal;
  answer: Answer;
  /** How it was decided meanwhile, if it was. */
  decided: ListedProposal | undefined;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { proposal, answer, decided, isOpen, onClose } = props;
  const { id } = proposal;
  const after = (done: string) => ({
    repeatable: true as const,
    done: ({ failure }: { failure: string | null }) => (failure === null ? done : null),
    onDone: ({ failure }: { failure: string | null }) => {
      if (failure !== null) showToast("This could no longer be done.", "bad");
      onClose();
    },
  });
  const confirm = useCommand(api.proposals.confirm, after("Change confirmed."));
  const decline = useCommand(api.proposals.decline, after("Change declined."));
  const withdraw = useCommand(api.proposals.withdraw, after("Change withdrawn."));
  const signed = useSigned(id);
  const confirmed = {
    isPending: signed.isPending || confirm.isPending,
    error: signed.error ?? confirm.error,
    send: () => signed.sign((passkey) => confirm.send({ id, ...(passkey && { passkey }) })),
  };
  const decision = { confirm: confirmed, decline, withdraw }[answer];
  // One's own answer also takes it off the list, before this is closed.
  if (!isOpen && !decision.isPending)
    return (
      <ModalDialog title="Already decided" shape="question" onClose={onClose}>
        <Stack>
          <Text>
            {decided ? `${decidedWords(decided)}.` : "This no longer waits for a decision."}
          </Text>
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      </ModalDialog>
    );
  return (
    <ConfirmDialog
      title={`${answers[answer]} change?`}
      confirmLabel={answers[answer]}
      cancelLabel="Go back"
      isBusy={decision.isPending}
      error={decision.error}
      onConfirm={() => decision.send({ id })}
      onCancel={onClose}
    >
      {answer === "confirm"
        ? `It takes effect now, in the name of ${proposal.proposedByName} and with your consent.`
        : "Nothing changes. The same change can be proposed again."}
    </ConfirmDialog>
  );
}

/** Who has a passkey for this host signs the decision with it; others confirm by their second factor or password. */
function useSigned(id: string) {
  const session = useSession();
  const place =
    session.state === "signed-in" && !session.user.office.isHere ? ("shop" as const) : "office";
  const utils = api.useUtils();
  const options = api.proposals.sign.useMutation();
  const signing = useMutation({
    async mutationFn() {
      const { factors } = await utils.factors.state.ensureData();
      const hasPasskey = factors.some(({ kind, worksAt }) => kind === "passkey" && worksAt[place]);
      if (!hasPasskey || !knowsPasskeys()) return null;
      return askForPasskey(await options.mutateAsync({ id, place }));
    },
  });
  return {
    isPending: signing.isPending,
    error: signing.error === null ? null : passkeyFailure(signing.error),
    sign(then: (passkey: Awaited<ReturnType<typeof askForPasskey>> | null) => void) {
      signing.mutate(undefined, { onSuccess: then });
    },
  };
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

function decidedWords({ state, decidedByName, failure, usedAt, change }: ListedProposal) {
  const by = decidedByName === null ? "" : ` by ${decidedByName}`;
  if (failure !== null) return `Could not be done: ${domainErrors[failure].message}`;
  if (state === "declined") return `Declined${by}`;
  if (state === "withdrawn") return `Withdrawn${by}`;
  if (state === "expired") return "No one confirmed it in time";
  const isToDo = usedAt === null && (change.kind === "payout" || change.kind === "batch");
  const how = decidedByName === null ? "Took effect automatically" : `Confirmed${by}`;
  return isToDo ? `${how}, to be paid` : how;
}

import { Grid, Stack } from "@mantine/core";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import {
  ChainPart,
  ClearingPart,
  DatabasePart,
  PlanPart,
  ReplayPart,
} from "./ledger-health-parts.tsx";

export type LedgerHealth = ApiOutputs["ledgerHealth"]["get"];

const pollMs = 5000;
/** Somebody who pressed the button looks at the page. */
const pollWhileWantedMs = 1000;

/** Whether the books can be trusted: one word at the top, and below it what it rests on. */
export function LedgerHealthScreen() {
  const health = api.ledgerHealth.get.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.isWanted ? pollWhileWantedMs : pollMs),
  });
  const utils = api.useUtils();
  const check = api.ledgerHealth.checkNow.useMutation({
    onSuccess: () => utils.ledgerHealth.get.invalidate(),
  });
  const isChecking = check.isPending || (health.data?.isWanted ?? false);
  return (
    <Stack gap="lg">
      <PageHeader
        title="Ledger health"
        actions={[{ label: "Check now", loading: isChecking, onClick: () => check.mutate() }]}
      />
      {check.error && <Notice tone="bad">{errorMessage(check.error)}</Notice>}
      {health.data ? (
        <Shown health={health.data} />
      ) : health.error ? (
        <Failure
          what="the ledger health"
          error={health.error}
          onRetry={() => void health.refetch()}
        />
      ) : (
        <Loading what="the ledger health" lines={4} height={96} />
      )}
    </Stack>
  );
}

function Shown({ health }: { health: LedgerHealth }) {
  return (
    <>
      <Verdict verdict={verdictOn(health)} />
      <Grid gap="md">
        <ReplayPart health={health} />
        <ChainPart health={health} />
        <PlanPart health={health} />
        <ClearingPart health={health} />
        <DatabasePart health={health} />
      </Grid>
    </>
  );
}

type HealthVerdict = Readonly<{
  tone: "good" | "warning" | "bad";
  title: string;
  words: string;
}>;

/** The worst that is known, in a sentence; below a worker that does not look, nothing is known. */
function verdictOn(health: LedgerHealth): HealthVerdict {
  const { replay, chain, plan, projections } = health;
  if (chain?.damage)
    return {
      tone: "bad",
      title: "The ledger is damaged",
      words: `The event at position ${chain.damage.position} has been altered. Payouts are stopped. Contact your system administrator.`,
    };
  if (replay && !replay.isSound)
    return {
      tone: "bad",
      title: "Figures do not match the ledger",
      words:
        "Payouts are stopped until the figures are rebuilt from the ledger. The differences are listed below.",
    };
  if (projections.some(({ failure, lag }) => failure !== null || lag > 0))
    return {
      tone: "warning",
      title: "Figures are catching up",
      words: "Some screens may show older figures for a moment.",
    };
  if (plan.outside && plan.outside.count > 0)
    return {
      tone: "warning",
      title: "Commission is over the plan’s limit",
      words: "Figures match the ledger. Sales over the limit are listed below.",
    };
  if (!replay || !chain)
    return {
      tone: "warning",
      title: "Not checked yet",
      words: "The first check runs within a minute of start-up.",
    };
  return {
    tone: "good",
    title: "Everything is in order",
    words: "Figures match the ledger, no event has been altered, and all money is accounted for.",
  };
}

function Verdict({ verdict }: { verdict: HealthVerdict }) {
  return (
    <Notice tone={verdict.tone} title={verdict.title}>
      <p>{verdict.words}</p>
    </Notice>
  );
}

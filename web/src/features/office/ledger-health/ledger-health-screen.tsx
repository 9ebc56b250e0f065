import { Grid, Stack } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { ErrorNotice, Loaded, Notice } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import {
  ChainPart,
  ClearingPart,
  DatabasePart,
  DecisionsPart,
  PlanPart,
  ReplayPart,
  type LedgerHealth,
} from "./ledger-health-parts.tsx";

const pollMs = 5000;
/** After "Check now" the user waits for the result. */
const pollWhileWantedMs = 1000;

/** One overall result at the top, and the checks that it is based on. */
export function LedgerHealthScreen() {
  const health = api.ledgerHealth.get.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.isWanted ? pollWhileWantedMs : pollMs),
  });
  const check = useCommand(api.ledgerHealth.checkNow, { repeatable: true });
  const isChecking = check.isPending || (health.data?.isWanted ?? false);
  return (
    <Stack gap="lg">
      <PageHeader
        title="Ledger health"
        actions={[{ label: "Check now", loading: isChecking, onClick: () => check.send() }]}
      />
      <ErrorNotice error={check.error} />
      <Loaded query={health} what="the ledger health" lines={4} height={96}>
        {(data) => (
          <>
            <OverallResult {...overallResult(data)} />
            <Grid gap="md">
              <ReplayPart health={data} />
              <ChainPart health={data} />
              <PlanPart health={data} />
              <DecisionsPart health={data} />
              <ClearingPart health={data} />
              <DatabasePart health={data} />
            </Grid>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

type Overall = Readonly<{ tone: "good" | "warning" | "bad"; title: string; words: string }>;

/** The most serious finding; without a finished check, nothing is known. */
function overallResult(health: LedgerHealth): Overall {
  const { replay, chain, plan, decisions, projections } = health;
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
  if (decisions && decisions.count > 0)
    return {
      tone: "bad",
      title: "Money went without second approval",
      words: "Payouts are stopped. What was not approved by two admins is listed below.",
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

function OverallResult({ tone, title, words }: Overall) {
  return (
    <Notice tone={tone} title={title}>
      <p>{words}</p>
    </Notice>
  );
}

import { Button } from "@mantine/core";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { ReplayPart } from "./replay-part.tsx";
import { ChainPart } from "./chain-part.tsx";
import { ClearingPart } from "./clearing-part.tsx";
import classes from "./ledger-health.module.css";
import { PlanPart } from "./plan-part.tsx";
import { verdictOn, Verdict } from "./verdict.tsx";

export type LedgerHealth = ApiOutputs["ledgerHealth"]["get"];

const pollMs = 5000;
/** Somebody who pressed the button looks at the page. */
const pollWhileWantedMs = 1000;

/** Whether the books can be trusted: one word at the top, and below it what it rests on. */
export function LedgerHealthScreen() {
  const health = api.ledgerHealth.get.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.isWanted ? pollWhileWantedMs : pollMs),
  });
  return (
    <div className={classes.page}>
      <PageHeading
        title="Ledger health"
        area="Office"
        action={<CheckNow isWanted={health.data?.isWanted ?? false} />}
      />
      {health.data ? (
        <Shown health={health.data} />
      ) : health.error ? (
        <Failure
          what="the ledger's health"
          error={health.error}
          onRetry={() => void health.refetch()}
        />
      ) : (
        <Loading what="the ledger's health" lines={4} height={96} />
      )}
    </div>
  );
}

function CheckNow(props: { isWanted: boolean }) {
  const utils = api.useUtils();
  const check = api.ledgerHealth.checkNow.useMutation({
    onSuccess: () => utils.ledgerHealth.get.invalidate(),
  });
  const isChecking = check.isPending || props.isWanted;
  return (
    <div className={classes.check}>
      <Button variant="default" loading={isChecking} onClick={() => check.mutate()}>
        Check now
      </Button>
      {check.error && <p role="alert">{errorMessage(check.error)}</p>}
    </div>
  );
}

function Shown({ health }: { health: LedgerHealth }) {
  return (
    <>
      <Verdict verdict={verdictOn(health)} />
      <div className={classes.parts}>
        <ReplayPart health={health} />
        <ChainPart health={health} />
        <PlanPart health={health} />
        <ClearingPart health={health} />
      </div>
    </>
  );
}

import { api, type ApiOutputs } from "../../../api/api.ts";
import { formatDay } from "../../../ui/day.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import classes from "./form-dialog.module.css";

type Terms = ApiOutputs["network"]["termsHistory"][number];

/** What a stockist's percentages were, from when on, and who changed them. */
export function TermsHistory(props: { userId: number }) {
  const history = api.network.termsHistory.useQuery({ userId: props.userId });
  return (
    <section aria-labelledby="terms-history">
      <h3 id="terms-history" className={classes.heading}>
        Percentages until now
      </h3>
      {history.data ? (
        <Facts
          facts={history.data.map((terms) => ({
            name: `From ${formatDay(terms.from)}`,
            value: words(terms),
          }))}
        />
      ) : history.error ? (
        <Failure
          what="earlier percentages"
          error={history.error}
          onRetry={() => void history.refetch()}
        />
      ) : (
        <Loading what="earlier percentages" lines={2} height={32} />
      )}
    </section>
  );
}

function words({ stockistMargin, distributorPercent, actorName }: Terms): string {
  const terms = `Margin ${stockistMargin}%, distributor ${distributorPercent}%`;
  return actorName === null ? terms : `${terms}, by ${actorName}`;
}

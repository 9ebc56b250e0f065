import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { actorWords, changeWords, termsWords } from "./change-words.ts";
import classes from "./person-sheet.module.css";

const shownChanges = 5;

/** A stockist's percentages with their days, and what changed lately around the person. */
export function PersonHistory({ node }: { node: TreeNode }) {
  return (
    <>
      {node.isStockist && (
        <section aria-labelledby="terms" className={classes.part}>
          <h3 id="terms" className={classes.heading}>
            Percentages
          </h3>
          <Terms userId={node.userId} />
        </section>
      )}
      <section aria-labelledby="changes" className={classes.part}>
        <h3 id="changes" className={classes.heading}>
          {node.isStockist ? "Recent changes" : "Recent changes here and below"}
        </h3>
        <Changes userId={node.userId} />
      </section>
    </>
  );
}

function Terms({ userId }: { userId: number }) {
  const terms = api.network.termsHistory.useQuery({ userId });
  if (!terms.data) {
    return terms.error ? (
      <Failure what="the percentages" error={terms.error} onRetry={() => void terms.refetch()} />
    ) : (
      <Loading what="the percentages" lines={2} height={36} />
    );
  }
  return (
    <>
      <p className={classes.note}>An order keeps the percentages of its day.</p>
      <ul className={classes.history}>
        {terms.data.map((term) => (
          <li key={term.position} className={classes.event}>
            {termsWords(term)}
            <When from at={term.from} by={term.actorName} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Changes({ userId }: { userId: number }) {
  const changes = api.network.activity.useQuery({ of: userId, page: 1, pageSize: shownChanges });
  if (!changes.data) {
    return changes.error ? (
      <Failure what="the changes" error={changes.error} onRetry={() => void changes.refetch()} />
    ) : (
      <Loading what="the changes" lines={2} height={36} />
    );
  }
  if (changes.data.rows.length === 0) return <p className={classes.note}>None yet.</p>;
  return (
    <ul className={classes.history}>
      {changes.data.rows.map((change) => (
        <li key={change.position} className={classes.event}>
          {changeWords(change)}
          <When at={change.at} by={actorWords(change)} />
        </li>
      ))}
    </ul>
  );
}

function When(props: { at: string; by: string | null; from?: boolean }) {
  return (
    <span className={classes.when}>
      {props.from && "Since "}
      <DayText value={props.at} />
      {props.by !== null && `, by ${props.by}`}
    </span>
  );
}

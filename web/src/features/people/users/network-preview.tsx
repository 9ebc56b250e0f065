import type { Preview } from "@portal/shared/network/network-tree.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage, reasonOf } from "../../../api/error-message.ts";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { levelWords } from "../../../ui/role-words.ts";
import classes from "./network-preview.module.css";

type Answer = ApiOutputs["network"]["preview"];
type PreviewedPlace = Answer["now"];

/** What is being typed is asked about once the typing rests. */
const settleMs = 300;

/**
 * A change of the network before it is made: left how it is, right how it would be, and below who would
 * have earned more or less of the last ninety days. What the change itself would be refused
 * with is said here already.
 */
export function NetworkPreview(props: { of: Preview }) {
  const asText = JSON.stringify(props.of);
  const [settledText] = useDebouncedValue(asText, settleMs);
  const isSettled = settledText === asText;
  const preview = api.network.preview.useQuery(props.of, {
    enabled: isSettled,
    placeholderData: keepPreviousData,
    retry: false,
  });

  return (
    <section
      className={classes.preview}
      aria-label="What changes"
      aria-busy={!isSettled || preview.isFetching}
    >
      {preview.error ? (
        <Refused error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <Shown preview={preview.data} />
      ) : (
        <Loading what="the preview" lines={2} height={64} />
      )}
    </section>
  );
}

function Refused(props: { error: unknown; onRetry: () => void }) {
  if (reasonOf(props.error) === null)
    return <Failure what="the preview" error={props.error} onRetry={props.onRetry} />;
  return (
    <Notice tone="bad">
      <p>{errorMessage(props.error)}</p>
    </Notice>
  );
}

function Shown(props: { preview: Answer }) {
  const { preview } = props;
  return (
    <>
      <div className={classes.places}>
        <PlaceCard title="Now" place={preview.now} />
        <PlaceCard title="After" place={preview.after} isNew />
      </div>
      <Earnings preview={preview} />
    </>
  );
}

function PlaceCard(props: { title: string; place: PreviewedPlace; isNew?: boolean }) {
  const { level, parentName } = props.place;
  return (
    <div className={classes.place} data-new={props.isNew || undefined}>
      <h3 className={classes.title}>{props.title}</h3>
      <p className={classes.level}>{level === null ? "Customer" : levelWords(level)}</p>
      <p className={classes.parent}>{parentName === null ? "No parent" : `Under ${parentName}`}</p>
    </div>
  );
}

/** Whoever gains most comes first, whoever loses most last. */
function Earnings(props: { preview: Answer }) {
  const { days, orders, members, currency } = props.preview;
  const sorted = useMemo(() => members.toSorted((a, b) => b.change - a.change), [members]);
  const of = `${orders} ${orders === 1 ? "order" : "orders"} from the last ${days} days`;
  if (sorted.length === 0)
    return <p className={classes.note}>Based on {of}, no one would have earned more or less.</p>;

  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <table className={classes.table}>
      <caption className={classes.note}>
        What each person would have earned on {of}. Commission already earned does not change.
      </caption>
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Now</th>
          <th scope="col">Would be</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ userId, name, before, after, change }) => (
          <tr key={userId}>
            <th scope="row">{name}</th>
            <td>{money(before)}</td>
            <td>{money(after)}</td>
            <td data-change={change > 0 ? "gain" : "loss"}>
              {change > 0 && "+"}
              {money(change)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

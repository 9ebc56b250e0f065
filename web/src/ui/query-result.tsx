import type { ReactNode } from "react";
import { Failure, Loading } from "./feedback.tsx";

/** The data of a query once there is any; until then that `what` is loading, or why it could not be loaded. */
export function QueryResult<Data>(props: {
  query: Readonly<{ data: Data | undefined; error: unknown; refetch: () => unknown }>;
  what: string;
  lines?: number;
  height?: number;
  children: (data: Data) => ReactNode;
}) {
  const { query, children, ...loading } = props;
  if (query.data !== undefined) return children(query.data);
  return query.error ? (
    <Failure what={props.what} error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Loading {...loading} />
  );
}

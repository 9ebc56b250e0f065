import type { ReactNode } from "react";
import { Failure, Loading } from "./feedback.tsx";

/** The data of a query; until it is loaded a placeholder, or why loading failed with a way to retry. */
export function Loaded<Data>(props: {
  /** Names the data in both: "the order". */
  what: string;
  query: Readonly<{ data: Data | undefined; error: unknown; refetch: () => unknown }>;
  lines?: number;
  height?: number;
  children: (data: Data) => ReactNode;
}) {
  const { what, query, lines, height, children } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error) return <Failure what={what} error={error} onRetry={() => void refetch()} />;
  return <Loading what={what} {...(lines && { lines })} {...(height && { height })} />;
}

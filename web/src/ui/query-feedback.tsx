import type { ReactNode } from "react";
import { errorMessage } from "../api/error-message.ts";
import { Failure, Loading, Notice } from "./feedback.tsx";

/** The answer of a query; until it arrives a skeleton, and after a failure the error with "Try again". */
export function Loaded<Data>(props: {
  query: Readonly<{ data: Data | undefined; error: unknown; refetch: () => unknown }>;
  /** Names the data in both messages. */
  what: string;
  lines?: number;
  height?: number;
  children: (data: Data) => ReactNode;
}) {
  const { query, children, ...loading } = props;
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Loading {...loading} />;
  return <Failure what={props.what} error={query.error} onRetry={() => void query.refetch()} />;
}

/** Why a command failed, in words; nothing while there is no error. */
export function ErrorNotice({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Notice tone="bad">
      <p>{errorMessage(error)}</p>
    </Notice>
  );
}

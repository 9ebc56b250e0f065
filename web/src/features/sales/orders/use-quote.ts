import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { type OrderDraft, quoteRequest } from "./order-draft.ts";

export type Quoted = ApiOutputs["catalog"]["quote"];

export type QuoteState = Readonly<{
  /** The server's prices; those of a moment ago while new ones are on their way. */
  quote: Quoted | null;
  isEmpty: boolean;
  isStale: boolean;
  error: unknown;
  retry: () => void;
}>;

/** Quick taps on ＋ are one question. */
const settleMs = 120;

/** What the draft costs is always the server's word, never arithmetic of this page. */
export function useQuote(draft: OrderDraft): QuoteState {
  const request = quoteRequest(draft);
  const text = JSON.stringify(request);
  const [settled] = useDebouncedValue(text, settleMs, { leading: true });
  const isSettled = settled === text;
  const answer = api.catalog.quote.useQuery(request ?? { sections: [{ lines: [] }] }, {
    enabled: request !== null && isSettled,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return {
    quote: request === null ? null : (answer.data ?? null),
    isEmpty: request === null,
    isStale: request !== null && (!isSettled || answer.isPlaceholderData || answer.isPending),
    error: request === null ? null : answer.error,
    retry: () => void answer.refetch(),
  };
}

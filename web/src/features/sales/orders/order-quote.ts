import type { ApiOutputs } from "../../../api/api.ts";
export type QuoteState = Readonly<{
  /** The server's prices; the previous ones while new ones load. */
  quote: Quoted | null;
  isEmpty: boolean;
  isStale: boolean;
  error: unknown;
  retry: () => void;
}>;
export type Quoted = ApiOutputs["catalog"]["quote"];

import { createHash } from "node:crypto";
import { canonicalJson } from "../../platform/ledger/canonical-json.ts";
import type { Statement } from "./statement.queries.ts";

/** A statement as a file that `check-statement.mjs` checks without us. */
export type StatementDocument = Statement & Readonly<{ format: string; hash: string }>;

const format = "portal-statement/1";

/**
 * The statement with a hash of itself: sha256, in hex, over its JSON without `hash`, with sorted keys
 * and no spaces. Ids only, so that it can be shown around, and a closed month has one for ever.
 */
export function statementDocument(statement: Statement): StatementDocument {
  const content = { format, ...statement };
  const hash = createHash("sha256").update(canonicalJson(content)).digest("hex");
  return { ...content, hash };
}

import type { ProposalKind, ProposalState } from "@portal/shared/platform/proposals.ts";
import type { ColumnType } from "kysely";

type ReadColumn<Type> = ColumnType<Type, never, never>;

/** Read by the server; written by the functions of migrations/0013-proposals.sql alone. */
export type ProposalTables = {
  proposal: {
    id: ReadColumn<string>;
    kind: ReadColumn<ProposalKind>;
    data: ReadColumn<object>;
    words: ReadColumn<object | null>;
    proposed_by: ReadColumn<number>;
    proposed_at: ReadColumn<string>;
    takes_effect_at: ReadColumn<string | null>;
    expires_at: ReadColumn<string>;
    state: ReadColumn<ProposalState>;
    decided_by: ReadColumn<number | null>;
    decided_at: ReadColumn<string | null>;
    used_at: ReadColumn<string | null>;
    failure: ReadColumn<string | null>;
  };
};

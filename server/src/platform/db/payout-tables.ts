import type {
  PayoutBatchState,
  PayoutItemState,
  PayoutLayout,
} from "@portal/shared/money/payout-batches.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type MadeAt = ColumnType<string, string | undefined, never>;

/** What the office notes about payouts on their way; that they were paid is in the ledger alone. */
export type PayoutTables = {
  payout_batch: {
    id: GeneratedAlways<number>;
    layout: PayoutLayout;
    pay_on: string;
    own_account: string;
    item_count: number;
    total: number;
    hash_total: string;
    state: Generated<PayoutBatchState>;
    made_at: MadeAt;
    made_by: number;
    settled_at: string | null;
    settled_by: number | null;
  };
  payout_batch_item: {
    batch_id: number;
    payout_id: string;
    user_id: number;
    amount: number;
    reference: string;
    bank_details_at: string;
    state: Generated<PayoutItemState>;
    failure: string | null;
    proof_day: string | null;
    proof_text: string | null;
  };
};

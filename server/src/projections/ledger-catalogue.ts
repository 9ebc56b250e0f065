import { createCatalogue } from "../platform/ledger/event-catalogue.ts";
import type { RecordedOf } from "../platform/ledger/recorded-event.ts";
import {
  type CommissionPlanEvent,
  commissionPlanEventDefinitions,
} from "../network/commissions/commission-plan.events.ts";
import { type NetworkEvent, networkEventDefinitions } from "../network/members/network.events.ts";
import { type OrderEvent, orderEventDefinitions } from "../sales/orders/order.events.ts";
import { type ClosingEvent, closingEventDefinitions } from "../money/statements/closing.events.ts";
import { type WalletEvent, walletEventDefinitions } from "../money/wallets/wallet.events.ts";

/** Every event type that the ledger of this product can hold (docs/domain.md, "The ledger's events"). */
export const ledgerCatalogue = createCatalogue(
  ...networkEventDefinitions,
  ...orderEventDefinitions,
  ...walletEventDefinitions,
  ...commissionPlanEventDefinitions,
  ...closingEventDefinitions,
);

export type LedgerEvent =
  | NetworkEvent
  | OrderEvent
  | WalletEvent
  | CommissionPlanEvent
  | ClosingEvent;
export type RecordedLedgerEvent = RecordedOf<LedgerEvent>;

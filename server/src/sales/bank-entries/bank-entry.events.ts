import { rowIdSchema } from "@portal/shared/platform/ids.ts";
import { bankEntryKinds } from "@portal/shared/sales/bank-entries.ts";
import { z } from "zod";
import { textIdSchema } from "../../platform/free-text/text-ids.ts";
import {
  createCatalogue,
  defineEvent,
  type EventOf,
  olderVersion,
} from "../../platform/ledger/event-catalogue.ts";

/** Each entry has a stream of its own, so that two of them are never in each other's way. */
export const bankEntryStream = (entryId: string): string => `bank-${entryId}`;

const entryId = z.guid().toLowerCase();

/** One of them at most: where the money was seen. */
const seenIn = {
  bankLineId: z.nullable(rowIdSchema),
  bankDebitId: z.nullable(rowIdSchema),
  settlementLineId: z.nullable(rowIdSchema),
};

const booked = {
  entryId,
  /** Minor units. What is positive of a kind stands in docs/finance.md, "Books": a fee, a payment, a payout that arrived. */
  amount: z.int().refine((minor) => minor !== 0),
  ...seenIn,
  reasonId: textIdSchema,
};

/** Before failed refunds, and what moves at the card provider beside orders, could be booked. */
const kindsOfVersion1 = [
  "card-payout",
  "card-fee",
  "bank-fee",
  "bank-interest",
  "courier",
  "vat-payment",
  "vat-rounding",
  "withholding-payment",
  "own-transfer",
  "unexplained",
] as const;

/** Before opening balances could be booked. */
const kindsOfVersion2 = [
  ...kindsOfVersion1,
  "refund-again",
  "card-transfer",
  "card-refund-returned",
  "card-unexplained",
] as const;

/** Before the costs of the business could be booked, and a rounding named its period. */
const kindsOfVersion3 = [
  ...kindsOfVersion2,
  "opening-bank",
  "opening-card",
  "opening-vat",
  "opening-withholding",
] as const;

/** Of the return whose rounding it is. */
const period = z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() }));

export const bankEntryEventDefinitions = [
  defineEvent(
    "MoneyBooked",
    z.object({ ...booked, kind: z.enum(bankEntryKinds), period }),
    olderVersion(z.object({ ...booked, kind: z.enum(kindsOfVersion1) }), (older) => older),
    olderVersion(z.object({ ...booked, kind: z.enum(kindsOfVersion2) }), (older) => older),
    olderVersion(z.object({ ...booked, kind: z.enum(kindsOfVersion3) }), (older) => ({
      ...older,
      period: null,
    })),
  ),
  defineEvent("MoneyUnbooked", z.object({ entryId })),
] as const;

export const bankEntryEvents = createCatalogue(...bankEntryEventDefinitions);
export type BankEntryEvent = EventOf<(typeof bankEntryEventDefinitions)[number]>;
export type MoneyBooked = Extract<BankEntryEvent, { type: "MoneyBooked" }>["data"];

import { userIdSchema } from "@portal/shared/platform/ids.ts";
import { bpsSchema } from "@portal/shared/platform/money-schemas.ts";
import { z } from "zod";
import {
  createCatalogue,
  defineEvent,
  type EventOf,
} from "../../platform/ledger/event-catalogue.ts";

/** One stream holds all changes of the tree, so the expected version detects every race. */
export const networkStream = "network";

const parentId = z.nullable(userIdSchema);
const code = z.string().min(1).max(64);
const terms = { marginBps: bpsSchema, distributorBps: bpsSchema, vatRegistered: z.boolean() };

export const networkEventDefinitions = [
  defineEvent(
    "DistributorEnrolled",
    z.object({ userId: userIdSchema, level: z.literal([1, 2, 3]), parentId, code }),
  ),
  defineEvent("StockistEnrolled", z.object({ userId: userIdSchema, parentId, ...terms, code })),
  defineEvent("DistributorMoved", z.object({ userId: userIdSchema, parentId })),
  defineEvent("StockistMoved", z.object({ userId: userIdSchema, parentId })),
  defineEvent("DistributorUplifted", z.object({ userId: userIdSchema })),
  defineEvent("StockistTermsChanged", z.object({ userId: userIdSchema, ...terms })),
  defineEvent("MemberCodeChanged", z.object({ userId: userIdSchema, code })),
  defineEvent("MemberDeactivated", z.object({ userId: userIdSchema })),
  defineEvent("MemberReactivated", z.object({ userId: userIdSchema })),
] as const;

export const networkEvents = createCatalogue(...networkEventDefinitions);
export type NetworkEvent = EventOf<(typeof networkEventDefinitions)[number]>;

import type { Page } from "@portal/shared/paging.ts";
import type { readActivitySchema } from "@portal/shared/network/network-tree.ts";
import type { z } from "zod";
import type { Caller, SignedInUser } from "../../caller.ts";

/** One change of the network, from the ledger. */
export type NetworkChange = {
  position: number;
  at: string;
  type:
    | "DistributorEnrolled"
    | "StockistEnrolled"
    | "DistributorMoved"
    | "StockistMoved"
    | "DistributorUplifted"
    | "StockistTermsChanged"
    | "MemberCodeChanged"
    | "MemberDeactivated"
    | "MemberReactivated";
  userId: number;
  userName: string | null;
  parentName: string | null;
  actorName: string | null;
  impersonatedByName: string | null;
};

/** What a stockist's percentages were, and from when on (edges 12). Whole percent. */
export type StockistTerms = {
  position: number;
  from: string;
  stockistMargin: number;
  distributorPercent: number;
  vatRegistered: boolean;
  actorName: string | null;
};

export async function listNetworkChanges(
  _caller: Caller,
  _user: SignedInUser,
  _input: z.infer<typeof readActivitySchema>,
): Promise<Page<NetworkChange>> {
  throw new Error("not built yet");
}

export async function listStockistTerms(
  _caller: Caller,
  _user: SignedInUser,
  _userId: number,
): Promise<StockistTerms[]> {
  throw new Error("not built yet");
}

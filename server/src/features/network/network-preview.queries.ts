import type { Currency } from "@portal/shared/money.ts";
import type { Preview } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/roles.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

export type PreviewedPlace = {
  level: MemberLevel | null;
  parentId: number | null;
  parentName: string | null;
};

/** What the last ninety days would have brought to each member under the new tree. */
export type NetworkPreview = {
  days: number;
  orders: number;
  currency: Currency;
  now: PreviewedPlace;
  after: PreviewedPlace;
  members: {
    userId: number;
    name: string;
    before: number;
    after: number;
    /** after − before; whoever neither gains nor loses is left out. */
    change: number;
  }[];
};

/** @throws DomainError whatever the change itself would be refused with */
export async function previewChange(
  _caller: Caller,
  _user: SignedInUser,
  _input: Preview,
): Promise<NetworkPreview> {
  throw new Error("not built yet");
}

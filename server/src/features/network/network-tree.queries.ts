import type { NetworkTree, ReadTree } from "@portal/shared/network/network-tree.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

/** A distributor's own tree, or any member's as that member sees it; the whole forest for an admin. */
export async function readTree(
  _caller: Caller,
  _user: SignedInUser,
  _input: ReadTree,
): Promise<NetworkTree> {
  throw new Error("not built yet");
}

import type { Currency } from "@portal/shared/money.ts";
import type { LevelTotals } from "@portal/shared/network/network-tree.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

export type NetworkLevels = {
  currency: Currency;
  levels: LevelTotals[];
  /** What the level 1s of this level 1 earned it as their leader; not part of any level. */
  leaderBonus: number;
  leaderBonusSinceLastPayout: number;
  /** The cut-off of the viewer's last paid request; null where nothing was paid yet. */
  lastPaidAt: string | null;
};

/** Members, sales and commission per level 1 to 3 and stockists, below somebody or in the whole forest. */
export async function readLevels(
  _caller: Caller,
  _user: SignedInUser,
  _of: number | undefined,
): Promise<NetworkLevels> {
  throw new Error("not built yet");
}

import {
  type WalletKind,
  walletKinds,
  type WalletMode,
  walletModes,
} from "@portal/shared/money/wallet-terms.ts";
import type { ApiInputs, Ask } from "../../../api/api.ts";
import { given, listIn, type ListState, monthParam } from "../../../ui/list/list-controls.tsx";
import { isPhone } from "../../../ui/use-is-phone.ts";

export const levels = [1, 2, 3, 4] as const;
type Level = (typeof levels)[number];

/** Which entries are listed; kept in the address, so that every figure can link to its entries. */
export type EntryFilter = Readonly<{
  mode: WalletMode;
  level: Level | null;
  kind: WalletKind | null;
  month: string | null;
  /** The id of the payout that includes them. */
  payout: string | null;
}>;

export function filterOf(list: Pick<ListState, "param">): EntryFilter {
  const payout = list.param("payout");
  return {
    mode: walletModes.find((known) => known === list.param("mode")) ?? "total",
    level: levels.find((known) => String(known) === list.param("level")) ?? null,
    kind: walletKinds.find((known) => known === list.param("kind")) ?? null,
    month: monthParam(list.param("month")) || null,
    payout: payout !== null && payout.length <= 64 ? payout || null : null,
  };
}

const tablePageSize = 20;
/** The months, the filters and one page of rows fit two screens of a phone. */
const phonePageSize = 6;

/** The page of entries that the address asks for. @param memberId another member, when the office looks at the wallet */
export function entriesInput(
  list: Pick<ListState, "page" | "search" | "param">,
  isOnPhone: boolean,
  memberId?: number,
) {
  const { mode, level, kind, month, payout } = filterOf(list);
  return {
    page: list.page,
    pageSize: isOnPhone ? phonePageSize : tablePageSize,
    mode,
    ...given({ memberId, search: list.search, level, kind, month, payout }),
  } satisfies ApiInputs["wallet"]["entries"];
}

/** The first queries of a member's own wallet. */
export function askForWallet(ask: Ask, params: URLSearchParams): void {
  void ask.wallet.mine.prefetch();
  if (params.has("tab")) return;
  void ask.wallet.months.prefetch();
  void ask.wallet.entries.prefetch(entriesInput(listIn(params), isPhone()));
}

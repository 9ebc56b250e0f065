import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type CommandOf,
  type Decider,
  emptyVersionedMap,
  type VersionedMap,
} from "../../platform/ledger/decider.ts";
import type { NetworkEvent } from "./network.events.ts";
import {
  type TreePosition,
  requireActiveParent,
  requireInBounds,
  requireNoCycle,
  requireParent,
  type StockistTerms,
  type TermsBounds,
} from "./network.rules.ts";

type DataOf<Type extends NetworkEvent["type"]> = Extract<NetworkEvent, { type: Type }>["data"];
type WithTerms = Readonly<{ terms: StockistTerms; bounds: TermsBounds }>;

export type NetworkCommand =
  | CommandOf<"EnrolDistributor", DataOf<"DistributorEnrolled">>
  | CommandOf<"EnrolStockist", Omit<DataOf<"StockistEnrolled">, keyof StockistTerms> & WithTerms>
  | CommandOf<"MoveDistributor" | "MoveStockist", DataOf<"DistributorMoved">>
  | CommandOf<"ChangeStockistTerms", WithTerms & { userId: number }>
  | CommandOf<"UpliftDistributor", DataOf<"DistributorUplifted">>
  | CommandOf<"ChangeMemberCode", DataOf<"MemberCodeChanged">>
  | CommandOf<"DeactivateMember" | "ReactivateMember", DataOf<"MemberDeactivated">>;

type Member = TreePosition & Readonly<{ code: string; terms: StockistTerms | null }>;

export type Network = Readonly<{
  members: VersionedMap<number, Member>;
  /**
   * Codes in lower case, because links are not case-sensitive. A former code stays assigned to its member:
   * links with it are still in use and must never lead to another member.
   */
  codes: VersionedMap<string, number>;
}>;

export const networkDecider: Decider<Network, NetworkCommand, NetworkEvent> = {
  initialState: { members: emptyVersionedMap(), codes: emptyVersionedMap() },

  decide(command, network) {
    const event = factOf(command, network);
    if (!event) return [];
    // `evolve` validates, so that commands and imported events follow the same rules.
    networkDecider.evolve(network, event);
    return [event];
  },

  evolve(network, event) {
    switch (event.type) {
      case "DistributorEnrolled": {
        const { userId, level, parentId, code } = event.data;
        return enrolled(network, userId, { level, parentId, active: true, code, terms: null });
      }
      case "StockistEnrolled": {
        const { userId, parentId, code, marginBps, distributorBps, vatRegistered } = event.data;
        const terms = { marginBps, distributorBps, vatRegistered };
        return enrolled(network, userId, { level: 4, parentId, active: true, code, terms });
      }
      case "DistributorMoved":
      case "StockistMoved":
        return moved(network, event);
      case "DistributorUplifted": {
        const member = memberOf(network, event.data.userId);
        if (member.level !== 2) throw new DomainError("network.not-upliftable");
        return changed(network, event.data.userId, { ...member, level: 1 });
      }
      case "StockistTermsChanged": {
        const { userId, marginBps, distributorBps, vatRegistered } = event.data;
        const stockist = stockistOf(network, userId);
        const terms = { marginBps, distributorBps, vatRegistered };
        return changed(network, userId, { ...stockist, terms });
      }
      case "MemberCodeChanged":
        return recoded(network, event.data.userId, event.data.code);
      case "MemberDeactivated":
      case "MemberReactivated": {
        const active = event.type === "MemberReactivated";
        const member = memberOf(network, event.data.userId);
        if (member.active === active)
          throw new DomainError(active ? "network.already-active" : "network.already-inactive");
        return changed(network, event.data.userId, { ...member, active });
      }
    }
  },
};

/** Whether another member has or had this code, regardless of case. */
export function isCodeTaken({ codes }: Network, code: string, exceptId?: number): boolean {
  const holderId = codes.get(code.toLowerCase());
  return holderId !== undefined && holderId !== exceptId;
}

/** The event of a command; null if nothing would change. */
function factOf(command: NetworkCommand, network: Network): NetworkEvent | null {
  const { userId } = command;
  switch (command.type) {
    case "EnrolDistributor": {
      const { level, parentId, code } = command;
      requireActiveParent(parentId, network.members.get);
      return { type: "DistributorEnrolled", data: { userId, level, parentId, code } };
    }
    case "EnrolStockist": {
      const { parentId, code } = command;
      requireActiveParent(parentId, network.members.get);
      requireInBounds(command, null);
      return { type: "StockistEnrolled", data: { userId, parentId, ...termsOf(command), code } };
    }
    case "MoveDistributor":
    case "MoveStockist": {
      const { parentId } = command;
      if (memberOf(network, userId).parentId === parentId) return null;
      const type = command.type === "MoveStockist" ? "StockistMoved" : "DistributorMoved";
      return { type, data: { userId, parentId } };
    }
    case "UpliftDistributor":
      return { type: "DistributorUplifted", data: { userId } };
    case "ChangeStockistTerms": {
      const { terms } = stockistOf(network, userId);
      if (isSameTerms(terms, command.terms)) return null;
      requireInBounds(command, terms);
      return { type: "StockistTermsChanged", data: { userId, ...termsOf(command) } };
    }
    case "ChangeMemberCode": {
      const { code } = command;
      if (memberOf(network, userId).code === code) return null;
      return { type: "MemberCodeChanged", data: { userId, code } };
    }
    case "DeactivateMember":
      return { type: "MemberDeactivated", data: { userId } };
    case "ReactivateMember":
      return { type: "MemberReactivated", data: { userId } };
  }
}

function enrolled(network: Network, userId: number, member: Member): Network {
  if (network.members.get(userId))
    throw new DomainError("network.already-enrolled", String(userId));
  if (isCodeTaken(network, member.code)) throw new DomainError("network.code-taken", member.code);
  requireNoCycle(userId, member.parentId, network.members.get);
  requireParent(member.level, member.parentId, network.members.get);
  return {
    members: network.members.with(userId, member),
    codes: network.codes.with(member.code.toLowerCase(), userId),
  };
}

function recoded(network: Network, userId: number, code: string): Network {
  const member = memberOf(network, userId);
  if (isCodeTaken(network, code, userId)) throw new DomainError("network.code-taken", code);
  const { members } = changed(network, userId, { ...member, code });
  return { members, codes: network.codes.with(code.toLowerCase(), userId) };
}

function moved(
  network: Network,
  { type, data }: Extract<NetworkEvent, { type: "DistributorMoved" | "StockistMoved" }>,
): Network {
  const { userId, parentId } = data;
  const member = memberOf(network, userId);
  if ((member.level === 4) !== (type === "StockistMoved"))
    throw new DomainError("network.wrong-kind", String(userId));
  requireNoCycle(userId, parentId, network.members.get);
  requireParent(member.level, parentId, network.members.get);
  requireActiveParent(parentId, network.members.get);
  return changed(network, userId, { ...member, parentId });
}

function changed(network: Network, userId: number, member: Member): Network {
  return { ...network, members: network.members.with(userId, member) };
}

function memberOf(network: Network, userId: number): Member {
  const member = network.members.get(userId);
  if (!member) throw new DomainError("network.unknown-member", String(userId));
  return member;
}

function stockistOf(network: Network, userId: number): Member {
  const member = memberOf(network, userId);
  if (member.level !== 4) throw new DomainError("network.wrong-kind", String(userId));
  return member;
}

function termsOf({ terms }: Readonly<{ terms: StockistTerms }>): StockistTerms {
  const { marginBps, distributorBps, vatRegistered } = terms;
  return { marginBps, distributorBps, vatRegistered };
}

function isSameTerms(one: StockistTerms | null, other: StockistTerms): boolean {
  return (
    one?.marginBps === other.marginBps &&
    one.distributorBps === other.distributorBps &&
    one.vatRegistered === other.vatRegistered
  );
}

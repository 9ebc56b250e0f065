import type { Projections, MemberRow } from "../../platform/read-model/projection-tables.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";

/** The present members of the network. An event about an unknown member changes nothing: see `applyToProjections`. */
export function applyToNetwork({ members }: Projections, event: RecordedLedgerEvent): void {
  switch (event.type) {
    case "DistributorEnrolled": {
      const { userId, level, parentId, code } = event.data;
      return members.put(userId, {
        ...newMember,
        userId,
        kind: "distributor",
        level,
        parentId,
        code,
        enrolledAt: event.occurredAt,
      });
    }
    case "StockistEnrolled": {
      const { userId, parentId, code, marginBps, distributorBps, vatRegistered } = event.data;
      return members.put(userId, {
        ...newMember,
        userId,
        kind: "stockist",
        level: 4,
        parentId,
        code,
        enrolledAt: event.occurredAt,
        marginBps,
        distributorBps,
        vatRegistered,
      });
    }
    case "DistributorMoved":
    case "StockistMoved":
      return change(members, event.data.userId, { parentId: event.data.parentId });
    case "DistributorUplifted": {
      const member = members.get(event.data.userId);
      if (member) members.put(member.userId, uplifted(member, event));
      return;
    }
    case "StockistTermsChanged": {
      const { userId, marginBps, distributorBps, vatRegistered } = event.data;
      return change(members, userId, { marginBps, distributorBps, vatRegistered });
    }
    case "MemberCodeChanged":
      return change(members, event.data.userId, { code: event.data.code });
    case "MemberDeactivated":
      return change(members, event.data.userId, { active: false });
    case "MemberReactivated":
      return change(members, event.data.userId, { active: true });
    default:
  }
}

const newMember = {
  active: true,
  marginBps: null,
  distributorBps: null,
  vatRegistered: null,
  upliftedAt: null,
  upliftPosition: null,
  upliftedUnderId: null,
} as const;

/** The parent becomes the sponsor; the position of the earlier life is kept. */
function uplifted(member: MemberRow, event: RecordedLedgerEvent): MemberRow {
  return {
    ...member,
    level: 1,
    upliftedAt: event.occurredAt,
    upliftPosition: event.position,
    upliftedUnderId: member.parentId,
  };
}

function change(
  members: Projections["members"],
  userId: number,
  changes: Partial<MemberRow>,
): void {
  const member = members.get(userId);
  if (member) members.put(userId, { ...member, ...changes });
}

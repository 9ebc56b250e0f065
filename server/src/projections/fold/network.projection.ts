import type { Projections, MemberRow } from "../../platform/read-model/projection-tables.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";

/** The present members of the network. An event about an unknown member changes nothing: see `applyToProjections`. */
export function applyToNetwork({ members }: Projections, event: RecordedLedgerEvent): void {
  switch (event.type) {
    case "DistributorEnrolled": {
      const { data, occurredAt: enrolledAt } = event;
      return members.put(data.userId, { ...newMember, ...data, kind: "distributor", enrolledAt });
    }
    case "StockistEnrolled": {
      const { data, occurredAt: enrolledAt } = event;
      return members.put(data.userId, {
        ...newMember,
        ...data,
        kind: "stockist",
        level: 4,
        enrolledAt,
      });
    }
    case "DistributorUplifted": {
      const member = members.get(event.data.userId);
      if (member) members.put(member.userId, uplifted(member, event));
      return;
    }
    case "DistributorMoved":
    case "StockistMoved":
    case "StockistTermsChanged":
    case "MemberCodeChanged":
      return change(members, event.data);
    case "MemberDeactivated":
      return change(members, { ...event.data, active: false });
    case "MemberReactivated":
      return change(members, { ...event.data, active: true });
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
  changes: Partial<MemberRow> & Pick<MemberRow, "userId">,
): void {
  const member = members.get(changes.userId);
  if (member) members.put(member.userId, { ...member, ...changes });
}

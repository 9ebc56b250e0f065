import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type ChangeUser,
  type ConvertToDistributor,
  type ConvertToStockist,
  type MoveMember,
} from "@portal/shared/people/users/user-forms.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import type { Updateable } from "kysely";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import type { NetworkCommand } from "../members/network.decider.ts";
import { loadStockistStandards } from "../../catalogue/shop-settings/settings.store.ts";
import { changesOf, enrolDistributor, enrolStockist, loadNetwork } from "./enrol-member.actions.ts";
import { makeMember } from "../../people/users/user-account.store.ts";
import { getUserRow, getVisibleUser } from "../../people/users/user.queries.ts";
import type { UserRow } from "../../people/users/user-row.queries.ts";
import { mayDo } from "../../people/users/user.rules.ts";

/** What somebody said themselves who is nobody's to convert: it is used up with the change, or there is none. */
export type Consent = Readonly<{ use: (tx: Tx) => Promise<void> }>;

/**
 * A customer becomes a distributor: under the asker or, for the office, under whom it says.
 *
 * @throws DomainError account.unknown, account.not-a-customer, access.forbidden, and what the tree refuses
 */
export async function convertToDistributor(
  caller: Caller,
  user: SignedInUser,
  { commandId, customerId, ...place }: ConvertToDistributor,
  consent: Consent | null = null,
): Promise<{ id: number }> {
  const request = { action: "users.convertToDistributor", customerId, ...place };
  const command = commandFrom(caller, commandId, request);
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    await getConvertible(caller, user, { customerId, action: "convert-to-distributor", consent });
    const { events, parentId, level } = enrolDistributor(await loadNetwork(streams), user, {
      userId: customerId,
      parentId: place.parentId,
      code: place.distributorCode,
    });
    const area = place.distributorArea || null;
    const details = { role: "distributor", level, parentId };
    return {
      events,
      answer: { id: customerId },
      alongside: async (tx) => {
        await consent?.use(tx);
        await become(tx, caller, customerId, { role: "distributor", area }, details);
      },
    };
  });
  return answer;
}

/** @throws DomainError as `convertToDistributor` */
export async function convertToStockist(
  caller: Caller,
  user: SignedInUser,
  { commandId, customerId, ...place }: ConvertToStockist,
  consent: Consent | null = null,
): Promise<{ id: number }> {
  const request = { action: "users.convertToStockist", customerId, ...place };
  const command = commandFrom(caller, commandId, request);
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    await getConvertible(caller, user, { customerId, action: "convert-to-stockist", consent });
    const { companyAddress, vatNo } = place;
    const { events, parentId, terms } = enrolStockist(await loadNetwork(streams), user, {
      userId: customerId,
      parentId: place.parentId,
      code: place.stockistCode,
      asked: place,
      standards: await loadStockistStandards(caller.db),
    });
    const stockistMargin = terms.marginBps / 100;
    const distributorPercent = terms.distributorBps / 100;
    const account = { role: "stockist", company_address: companyAddress, vat_no: vatNo } as const;
    const details = { role: "stockist", parentId, stockistMargin, distributorPercent };
    return {
      events,
      answer: { id: customerId },
      alongside: async (tx) => {
        await consent?.use(tx);
        await become(tx, caller, customerId, account, details);
      },
    };
  });
  return answer;
}

/** Keeps the level and takes everybody below along (docs/domain.md, "Members and the tree"). */
export async function moveMember(
  caller: Caller,
  kind: "distributor" | "stockist",
  { commandId, id, parentId }: MoveMember,
): Promise<{ id: number }> {
  const isStockist = kind === "stockist";
  const action = isStockist ? "users.moveStockist" : "users.moveDistributor";
  return changeMember(caller, commandFrom(caller, commandId, { action, id, parentId }), {
    change: { type: isStockist ? "MoveStockist" : "MoveDistributor", userId: id, parentId },
    audit: { action: "member.moved", details: { parentId } },
  });
}

/** A level 2 becomes a level 1; it cannot be undone. */
export async function upliftDistributor(
  caller: Caller,
  { commandId, id }: ChangeUser,
): Promise<{ id: number }> {
  return changeMember(caller, commandFrom(caller, commandId, { action: "users.uplift", id }), {
    change: { type: "UpliftDistributor", userId: id },
    audit: { action: "member.uplifted" },
  });
}

/** Somebody whom this user may convert, or who agreed to it. @throws DomainError as `convertToDistributor` */
export async function getConvertible(
  caller: Pick<Caller, "db">,
  user: SignedInUser,
  {
    customerId,
    action,
    consent = null,
  }: Readonly<{ customerId: number; action: UserAction; consent?: Consent | null }>,
): Promise<UserRow> {
  const db = readOnly(caller.db);
  const row = await (consent ? getUserRow(db, customerId) : getVisibleUser(db, user, customerId));
  if (row.role !== "customer") throw new DomainError("account.not-a-customer");
  if (!row.active) throw new DomainError("account.inactive");
  if (!mayDo(action, user, row)) throw new DomainError("access.forbidden");
  return row;
}

/** Who brought the customer stays on the account as it was: orders of before are still told by it. */
async function become(
  tx: Tx,
  caller: Caller,
  userId: number,
  account: Updateable<ShopTables["account"]> & Readonly<{ role: "distributor" | "stockist" }>,
  details: object,
): Promise<void> {
  await makeMember(tx, userId, account, caller.now());
  // The rights are others now: they begin with a new session (docs/reliability.md, R35).
  await caller.sessions.endAll(userId, null, tx);
  await insertAudit(tx, caller, { action: "user.converted", subjectId: userId, details });
  await queueMessage(tx, caller, `converted-${userId}`, { kind: "converted", userId });
}

async function changeMember(
  caller: Caller,
  command: Command,
  { change, audit }: Readonly<{ change: NetworkCommand; audit: AuditEntry }>,
): Promise<{ id: number }> {
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const network = await loadNetwork(streams);
    // A deleted member stays where it was when it was deleted.
    if (network.state.members.get(change.userId)?.active === false)
      throw new DomainError("account.inactive");
    const events = changesOf(network, [change]);
    return {
      events,
      answer: { id: change.userId },
      alongside: async (tx) => {
        if (events.length > 0)
          await insertAudit(tx, caller, { ...audit, subjectId: change.userId });
      },
    };
  });
  return answer;
}

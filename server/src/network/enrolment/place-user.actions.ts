import type {
  AcceptInvitation,
  ChangeUser,
  ConvertToDistributor,
  ConvertToStockist,
  Invite,
  InvitedRole,
  MoveMember,
} from "@portal/shared/people/users/user-forms.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Updateable } from "kysely";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { loadStockistStandards } from "../../catalogue/shop-settings/settings.store.ts";
import {
  findLinkOwner,
  linkLifeSeconds,
  type LinkOwner,
  useLink,
} from "../../people/accounts/account-secret.store.ts";
import { findSignedInUser, markVerified } from "../../people/accounts/account.store.ts";
import {
  findInvitation,
  insertInvitation,
  type Invitation,
} from "../../people/users/invitation.store.ts";
import { makeMember } from "../../people/users/user-account.store.ts";
import {
  findInvitable,
  getUserRow,
  getVisibleUser,
  type UserRow,
} from "../../people/users/user.queries.ts";
import { mayDo } from "../../people/users/user.rules.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import {
  invitationsBy,
  invitationsTo,
  requireWithinLimit,
} from "../../platform/rate-limit/rate-limits.ts";
import type { NetworkCommand } from "../members/network.decider.ts";
import { levelBelow } from "../members/network.rules.ts";
import { tellOfConversion, tellOfMove, tellOfUplift } from "./tell-members.actions.ts";
import { changesOf, enrolDistributor, enrolStockist, loadNetwork } from "./enrol-member.actions.ts";

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
    const { parentId: formerParentId } = await getConvertible(caller, user, {
      customerId,
      action: "convert-to-distributor",
      consent,
    });
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
      sideWrites: async (tx) => {
        await consent?.use(tx);
        await become(tx, caller, customerId, { role: "distributor", area }, details);
        await tellOfConversion(tx, caller, { userId: customerId, formerParentId, parentId });
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
    const { parentId: formerParentId } = await getConvertible(caller, user, {
      customerId,
      action: "convert-to-stockist",
      consent,
    });
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
      sideWrites: async (tx) => {
        await consent?.use(tx);
        await become(tx, caller, customerId, account, details);
        await tellOfConversion(tx, caller, { userId: customerId, formerParentId, parentId });
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
    tell: (tx, formerParentId) => tellOfMove(tx, caller, { userId: id, formerParentId, parentId }),
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
    tell: (tx, parentId) => tellOfUplift(tx, caller, { userId: id, parentId }),
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
  {
    change,
    audit,
    tell,
  }: Readonly<{
    change: NetworkCommand;
    audit: AuditEntry;
    /** Writes to everybody whom it concerns; `parentId` is who was directly above until then. */
    tell: (tx: Tx, parentId: number | null) => Promise<void>;
  }>,
): Promise<{ id: number }> {
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const network = await loadNetwork(streams);
    // A deleted member stays where it was when it was deleted.
    const member = network.state.members.get(change.userId);
    if (member?.active === false) throw new DomainError("account.inactive");
    const events = changesOf(network, [change]);
    return {
      events,
      answer: { id: change.userId },
      sideWrites: async (tx) => {
        if (events.length === 0) return;
        await insertAudit(tx, caller, { ...audit, subjectId: change.userId });
        await tell(tx, member?.parentId ?? null);
      },
    };
  });
  return answer;
}

/**
 * Asks a customer of nobody, by mail, to come into the network of whoever asks. Nothing changes until the person accepts,
 * and the asker learns no more than that the mail goes out.
 *
 * @throws DomainError account.unknown for everybody else's email, network.unknown-member, network.wrong-parent,
 * access.too-many-tries
 */
export async function invite(
  caller: Caller,
  user: SignedInUser,
  { commandId, email, role, parentId: wanted }: Invite,
): Promise<{ sent: true }> {
  const invitee = await findInvitable(readOnly(caller.db), user, { email, role });
  if (!invitee) throw new DomainError("account.unknown");
  const parentId = await requireParent(caller.db, user, { role, parentId: wanted });
  await requireWithinLimit(caller, invitationsBy(user.id), invitationsTo(invitee.id));

  const created = caller.now();
  const life = {
    created_at: created,
    expires_at: new Date(Date.parse(created) + linkLifeSeconds.invitation * 1000).toISOString(),
  };
  await caller.db.transaction().execute(async (tx) => {
    const id = caller.newId();
    const { id: userId } = invitee;
    await insertInvitation(tx, { id, userId, invitedBy: user.id, role, parentId }, life);
    const about = { kind: "invitation", userId, invitationId: id } as const;
    await queueMessage(tx, caller, `invitation:${user.id}:${commandId}`, about);
    const details = { role, parentId };
    await insertAudit(tx, caller, { action: "user.invited", subjectId: userId, details });
  });
  return { sent: true };
}

type ShownInvitation = { firstName: string; invitedByName: string; role: InvitedRole };

/** @throws DomainError account.link-ended */
export async function getInvitation(caller: Caller, uuid: string): Promise<ShownInvitation> {
  const { owner, invitation } = await invitationOf(caller, uuid);
  const { role, invitedByName } = invitation;
  return { firstName: owner.firstName, invitedByName, role };
}

/**
 * The person whom the mail went to comes into the network, with the rights that whoever invited has today. The link works
 * once, and having had the mail proves the email.
 *
 * @throws DomainError account.link-ended, account.not-a-customer, and what the tree refuses
 */
export async function acceptInvitation(
  caller: Caller,
  { uuid, companyAddress, vatNo }: AcceptInvitation,
): Promise<{ role: InvitedRole }> {
  const { owner, invitation } = await invitationOf(caller, uuid);
  const { role, parentId } = invitation;
  const host = await findSignedInUser(caller.db, invitation.invitedBy);
  const invitee = await findSignedInUser(caller.db, owner.userId);
  if (!host || !invitee) throw new DomainError("account.link-ended");

  const consent: Consent = {
    async use(tx) {
      if (!(await useLink(tx, uuid, caller.now()))) throw new DomainError("account.link-ended");
      await markVerified(tx, owner.userId, caller.now());
    },
  };
  // It is the person's own doing, whoever is signed in where the link was opened.
  const own = { ...caller, user: invitee, impersonatedById: null };
  const place = { commandId: invitation.id, customerId: owner.userId, parentId };
  if (role === "distributor") await convertToDistributor(own, host, place, consent);
  else {
    if (companyAddress === undefined)
      throw new DomainError("account.no-company-address", { field: "companyAddress" });
    if (vatNo === undefined) throw new DomainError("account.no-vat-no", { field: "vatNo" });
    await convertToStockist(own, host, { ...place, companyAddress, vatNo }, consent);
  }
  return { role };
}

/** @throws DomainError account.link-ended */
export async function declineInvitation(caller: Caller, uuid: string): Promise<{ declined: true }> {
  const { owner, invitation } = await invitationOf(caller, uuid);
  const user = await findSignedInUser(caller.db, owner.userId);
  await caller.db.transaction().execute(async (tx) => {
    if (!(await useLink(tx, uuid, caller.now()))) throw new DomainError("account.link-ended");
    await insertAudit(
      tx,
      { user, impersonatedById: null, now: caller.now },
      { action: "invitation.declined", subjectId: owner.userId, target: invitation.id },
    );
  });
  return { declined: true };
}

/** Oneself or somebody below, who may have such a member under them. */
async function requireParent(
  db: Database,
  user: SignedInUser,
  { role, parentId }: Pick<Invite, "role" | "parentId">,
): Promise<number> {
  const wanted = parentId ?? user.id;
  const parent = await db
    .selectFrom("projection.member as member")
    .innerJoin("projection.member_path as path", "path.descendant_id", "member.user_id")
    .select("member.level")
    .where("member.user_id", "=", wanted)
    .where("member.active", "=", true)
    .where("path.ancestor_id", "=", user.id)
    .executeTakeFirst();
  if (!parent) throw new DomainError("network.unknown-member", String(wanted));
  const isFit = parent.level !== 4 && (role === "stockist" || levelBelow(parent.level) !== null);
  if (!isFit) throw new DomainError("network.wrong-parent", String(wanted));
  return wanted;
}

async function invitationOf(
  { db, now }: Caller,
  uuid: string,
): Promise<{ owner: LinkOwner; invitation: Invitation & Readonly<{ invitedByName: string }> }> {
  const owner = await findLinkOwner(db, uuid, now());
  const id = owner?.provesEmail ? owner.invitationId : null;
  const invitation = id === null ? null : await findInvitation(db, id);
  if (!owner || !invitation) throw new DomainError("account.link-ended");
  return { owner, invitation };
}

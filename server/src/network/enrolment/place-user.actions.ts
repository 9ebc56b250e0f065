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
import { type Caller, commandFrom } from "../../caller.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import {
  findLinkOwner,
  linkLifeSeconds,
  type LinkOwner,
  mintLink,
  useLink,
} from "../../people/accounts/account-link.store.ts";
import { endCodesOf } from "../../people/accounts/account-secret.store.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { forgetBrowsers } from "../../people/accounts/known-browser.store.ts";
import { provedByOwner } from "../../people/accounts/proved-email.store.ts";
import { makeMember, updateUserAccount } from "../../people/users/user-account.store.ts";
import {
  findInvitable,
  findInvitation,
  getUserRow,
  getVisibleUser,
  type UserRow,
} from "../../people/users/user.queries.ts";
import { isOffice, mayDo } from "../../people/users/user.rules.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import type { Command, DecidedEvent } from "../../platform/ledger/ledger.ts";
import { ownCommandId } from "../../platform/ledger/own-command-id.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import {
  invitationsBy,
  invitationsTo,
  requireWithinLimit,
} from "../../platform/rate-limit/rate-limits.ts";
import type { NetworkCommand } from "../members/network.decider.ts";
import { levelBelow } from "../members/network.rules.ts";
import { notifyOfConversion, notifyOfMove, notifyOfUplift } from "./notify-members.actions.ts";
import {
  changesOf,
  enrolDistributor,
  enrolStockist,
  loadNetwork,
  type NetworkNow,
} from "./enrol-member.actions.ts";
import { converted, invitationToJoin } from "./member.messages.ts";

/**
 * The customer's own agreement, given by an invitation link: it allows a conversion that the host alone could
 * not make, and is consumed in the same transaction.
 */
type Consent = (tx: Tx) => Promise<void>;

/**
 * A customer becomes a distributor under the converting user or, for the office, under any member.
 *
 * @throws DomainError account.unknown, account.not-a-customer, access.forbidden, and refusals of the tree's rules
 */
export async function convertToDistributor(
  caller: Caller,
  user: SignedInUser,
  { commandId, ...input }: ConvertToDistributor,
  consent: Consent | null = null,
): Promise<{ id: number }> {
  const { customerId: userId } = input;
  const command = commandFrom(caller, commandId, {
    action: "users.convertToDistributor",
    ...input,
  });
  const conversion = { userId, action: "convert-to-distributor", consent } as const;
  return convert(caller, user, command, conversion, (network) => {
    const { events, parentId, level } = enrolDistributor(network, user, {
      userId,
      parentId: input.parentId,
      code: input.distributorCode,
    });
    return {
      events,
      parentId,
      account: { role: "distributor", area: input.distributorArea || null },
      details: { role: "distributor", level, parentId },
    };
  });
}

/** @throws DomainError as `convertToDistributor` */
export async function convertToStockist(
  caller: Caller,
  user: SignedInUser,
  { commandId, ...input }: ConvertToStockist,
  consent: Consent | null = null,
): Promise<{ id: number }> {
  const { customerId: userId } = input;
  const command = commandFrom(caller, commandId, { action: "users.convertToStockist", ...input });
  const conversion = { userId, action: "convert-to-stockist", consent } as const;
  return convert(caller, user, command, conversion, async (network) => {
    const { events, parentId, terms, requireStillGrantable } = await enrolStockist(
      caller,
      network,
      user,
      { userId, parentId: input.parentId, code: input.stockistCode, terms: input },
    );
    const stockistMargin = terms.marginBps / 100;
    const distributorPercent = terms.distributorBps / 100;
    return {
      events,
      parentId,
      account: { role: "stockist", company_address: input.companyAddress, vat_no: input.vatNo },
      details: { role: "stockist", parentId, stockistMargin, distributorPercent },
      requireStillGrantable,
    };
  });
}

type Conversion = Readonly<{ userId: number; action: UserAction; consent?: Consent | null }>;

type Converted = Readonly<{
  events: DecidedEvent[];
  parentId: number | null;
  account: Updateable<ShopTables["account"]> & Readonly<{ role: "distributor" | "stockist" }>;
  /** For the audit. */
  details: object;
  /** As of `enrolStockist`. */
  requireStillGrantable?: (tx: Tx) => Promise<void>;
}>;

async function convert(
  caller: Caller,
  user: SignedInUser,
  command: Command,
  conversion: Conversion,
  enrol: (network: NetworkNow) => Converted | Promise<Converted>,
): Promise<{ id: number }> {
  const { userId, consent } = conversion;
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    if (isOffice(user) && !consent) await requireRecentAuthentication(caller);
    const { parentId: formerParentId } = await getConvertible(caller, user, conversion);
    const network = await loadNetwork(streams);
    const { events, parentId, account, details, requireStillGrantable } = await enrol(network);
    const stays = new Set([parentId, ...uplineOf(network, parentId)]);
    const above = uplineOf(network, formerParentId).filter((member) => !stays.has(member));
    return {
      events,
      answer: { id: userId },
      sideWrites: async (tx) => {
        await requireStillGrantable?.(tx);
        await consent?.(tx);
        // The account's `parent_id` keeps its value: earlier orders still derive their seller from it.
        await makeMember(tx, userId, account, caller.now());
        // The user's rights have changed: they require a new session (docs/reliability.md, R35).
        await caller.sessions.endAll(userId, null, tx);
        const audited = { details: { ...details, formerParentId }, subjectId: userId };
        await insertAudit(tx, caller, { action: "user.converted", ...audited });
        await queueMessage(tx, caller, `converted-${userId}`, converted, { userId });
        await notifyOfConversion(tx, caller, { userId, formerParentId, parentId, above });
      },
    };
  });
  return answer;
}

/** The members above one, from the parent on. */
function uplineOf({ state }: NetworkNow, memberId: number | null): number[] {
  const upline: number[] = [];
  const parentOf = (id: number | null) =>
    id === null ? null : (state.members.get(id)?.parentId ?? null);
  for (let id = parentOf(memberId); id !== null; id = parentOf(id)) upline.push(id);
  return upline;
}

/** The member keeps its level, and all members below move with it (docs/domain.md, "Members and the tree"). */
export async function moveMember(
  caller: Caller,
  kind: "distributor" | "stockist",
  { commandId, id, parentId }: MoveMember,
): Promise<{ id: number }> {
  const isStockist = kind === "stockist";
  const action = isStockist ? "users.moveStockist" : "users.moveDistributor";
  return changeMember(caller, commandFrom(caller, commandId, { action, id, parentId }), {
    change: { type: isStockist ? "MoveStockist" : "MoveDistributor", userId: id, parentId },
    audit: (former) => ({ action: "member.moved", details: { formerParentId: former, parentId } }),
    notify: (tx, formerParentId) =>
      notifyOfMove(tx, caller, { userId: id, formerParentId, parentId }),
  });
}

/** A level 2 becomes a level 1. This cannot be undone. */
export async function upliftDistributor(
  caller: Caller,
  { commandId, id }: ChangeUser,
): Promise<{ id: number }> {
  return changeMember(caller, commandFrom(caller, commandId, { action: "users.uplift", id }), {
    change: { type: "UpliftDistributor", userId: id },
    audit: () => ({ action: "member.uplifted", details: { level: { old: 2, new: 1 } } }),
    notify: (tx, parentId) => notifyOfUplift(tx, caller, { userId: id, parentId }),
  });
}

/** A customer whom this user may convert, or who has consented. @throws DomainError as `convertToDistributor` */
export async function getConvertible(
  caller: Pick<Caller, "db">,
  user: SignedInUser,
  { userId, action, consent = null }: Conversion,
): Promise<UserRow> {
  const db = readOnly(caller.db);
  const row = await (consent ? getUserRow(db, userId) : getVisibleUser(db, user, userId));
  if (row.role !== "customer") throw new DomainError("account.not-a-customer");
  if (!row.active) throw new DomainError("account.inactive");
  if (!mayDo(action, user, row)) throw new DomainError("access.forbidden");
  return row;
}

async function changeMember(
  caller: Caller,
  command: Command,
  {
    change,
    audit,
    notify,
  }: Readonly<{
    change: NetworkCommand;
    /** Both with the parent before the change. */
    audit: (formerParentId: number | null) => AuditEntry;
    notify: (tx: Tx, formerParentId: number | null) => Promise<void>;
  }>,
): Promise<{ id: number }> {
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const network = await loadNetwork(streams);
    // A deleted member keeps its position.
    const member = network.state.members.get(change.userId);
    if (member?.active === false) throw new DomainError("account.inactive");
    const events = changesOf(network, [change]);
    return {
      events,
      answer: { id: change.userId },
      sideWrites: async (tx) => {
        if (events.length === 0) return;
        const formerParentId = member?.parentId ?? null;
        await insertAudit(tx, caller, { ...audit(formerParentId), subjectId: change.userId });
        await notify(tx, formerParentId);
      },
    };
  });
  return answer;
}

/**
 * Invites a customer without a parent, by email, to join the user's network. Nothing changes until the person
 * accepts, and the answer reveals nothing but that the email is sent.
 *
 * @throws DomainError account.unknown for any other email, network.unknown-member, network.wrong-parent,
 * access.too-many-tries
 */
export async function invite(
  caller: Caller,
  user: SignedInUser,
  { commandId, email, role, parentId: requested }: Invite,
): Promise<{ sent: true }> {
  // Counted first: whoever asks about many addresses would otherwise learn which of them have an account.
  await requireWithinLimit(caller, invitationsBy(user.id));
  const invitee = await findInvitable(readOnly(caller.db), user, { email, role });
  if (!invitee) throw new DomainError("account.unknown");
  const parentId = await requireParent(caller.db, user, { role, parentId: requested });
  await requireWithinLimit(caller, invitationsTo(invitee.id));

  const created = caller.now();
  await caller.db.transaction().execute(async (tx) => {
    const id = caller.newId();
    const { id: userId } = invitee;
    await tx
      .insertInto("invitation")
      .values({
        id,
        user_id: userId,
        invited_by: user.id,
        role,
        parent_id: parentId,
        created_at: created,
        expires_at: new Date(Date.parse(created) + linkLifeSeconds.invitation * 1000).toISOString(),
      })
      .execute();
    const ids = { userId, invitationId: id };
    await queueMessage(tx, caller, `invitation:${user.id}:${commandId}`, invitationToJoin, ids);
    const details = { role, parentId };
    await insertAudit(tx, caller, { action: "user.invited", subjectId: userId, details });
  });
  return { sent: true };
}

/** @throws DomainError account.link-ended */
export async function getInvitation(caller: Caller, uuid: string) {
  const { owner, invitation } = await loadInvitation(caller, uuid);
  const { role, invitedByName } = invitation;
  return { firstName: owner.firstName, invitedByName, role };
}

/**
 * The invited person joins the network, within the present rights of the user who sent the invitation. The link
 * works once, and following it verifies the email. Nobody else's way into an account whose email was not proved before
 * remains: a new password is chosen by the link that is returned.
 *
 * @throws DomainError account.link-ended, account.not-a-customer, and refusals of the tree's rules
 */
export async function acceptInvitation(
  caller: Caller,
  { uuid, companyAddress, vatNo }: AcceptInvitation,
): Promise<{ role: InvitedRole; setPassword: string | null }> {
  const { owner, invitation } = await loadInvitation(caller, uuid);
  const { role, parentId } = invitation;
  let setPassword: string | null = null;
  const host = await findSignedInUser(caller.db, invitation.invitedBy);
  const invitee = await findSignedInUser(caller.db, owner.userId);
  if (!host || !invitee) throw new DomainError("account.link-ended");

  const consent: Consent = async (tx) => {
    await useLink(tx, uuid, caller.now());
    if (!owner.verified) setPassword = await proveByInvitation(tx, caller, owner);
  };
  // The invited person is the actor, regardless of the session in which the link was opened.
  const own = { ...caller, user: invitee, impersonatedById: null };
  const commandId = ownCommandId("invitation", invitation.id);
  const conversion = { commandId, customerId: owner.userId, parentId };
  if (role === "distributor") await convertToDistributor(own, host, conversion, consent);
  else {
    if (companyAddress === undefined)
      throw new DomainError("account.no-company-address", { field: "companyAddress" });
    if (vatNo === undefined) throw new DomainError("account.no-vat-no", { field: "vatNo" });
    await convertToStockist(own, host, { ...conversion, companyAddress, vatNo }, consent);
  }
  return { role, setPassword };
}

/** @returns the link for a new password */
async function proveByInvitation(tx: Tx, caller: Caller, owner: LinkOwner): Promise<string> {
  const { userId, hasPassword, addedBy } = owner;
  const now = caller.now();
  await provedByOwner(tx, { userId, keepsNumber: addedBy !== null && !hasPassword }, now);
  await updateUserAccount(tx, userId, { password_hash: null }, now);
  await endCodesOf(tx, userId, now);
  await forgetBrowsers(tx, { knownBrowser: null }, userId);
  return mintLink(tx, { userId, purpose: "register", sentTo: null }, now);
}

/** @throws DomainError account.link-ended */
export async function declineInvitation(caller: Caller, uuid: string): Promise<{ declined: true }> {
  const { owner, invitation } = await loadInvitation(caller, uuid);
  const user = await findSignedInUser(caller.db, owner.userId);
  await caller.db.transaction().execute(async (tx) => {
    await useLink(tx, uuid, caller.now());
    await insertAudit(
      tx,
      { user, impersonatedById: null, now: caller.now },
      { action: "invitation.declined", subjectId: owner.userId, target: invitation.id },
    );
  });
  return { declined: true };
}

/** The parent has to be the user or a member below, of a level that can have such a child. */
async function requireParent(
  db: Database,
  user: SignedInUser,
  { role, parentId: requested }: Pick<Invite, "role" | "parentId">,
): Promise<number> {
  const parentId = requested ?? user.id;
  const parent = await db
    .selectFrom("projection.member as member")
    .innerJoin("projection.member_path as path", "path.descendant_id", "member.user_id")
    .select("member.level")
    .where("member.user_id", "=", parentId)
    .where("member.active", "=", true)
    .where("path.ancestor_id", "=", user.id)
    .executeTakeFirst();
  if (!parent) throw new DomainError("network.unknown-member", String(parentId));
  const isFit = parent.level !== 4 && (role === "stockist" || levelBelow(parent.level) !== null);
  if (!isFit) throw new DomainError("network.wrong-parent", String(parentId));
  return parentId;
}

async function loadInvitation({ db, now }: Caller, uuid: string) {
  const owner = await findLinkOwner(db, uuid, now());
  const id = owner?.provesEmail ? owner.invitationId : null;
  const invitation = id === null ? null : await findInvitation(readOnly(db), id);
  if (!owner || !invitation) throw new DomainError("account.link-ended");
  return { owner, invitation };
}

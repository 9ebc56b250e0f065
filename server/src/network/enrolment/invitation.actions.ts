import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type {
  AcceptInvitation,
  Invite,
  InvitedRole,
} from "@portal/shared/people/users/invitations.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import {
  findLinkOwner,
  linkLifeSeconds,
  type LinkOwner,
  useLink,
} from "../../people/accounts/account-link.store.ts";
import { findSignedInUser, markVerified } from "../../people/accounts/account.store.ts";
import {
  invitationsBy,
  invitationsTo,
  requireAllowance,
} from "../../platform/rate-limit/rate-limits.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { levelBelow } from "../members/network.rules.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import {
  findInvitation,
  insertInvitation,
  type Invitation,
} from "../../people/users/invitation.store.ts";
import { convertToDistributor, convertToStockist, type Consent } from "./place-user.actions.ts";
import { findInvitable } from "../../people/users/user.queries.ts";

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
  await requireAllowance(caller, invitationsBy(user.id), invitationsTo(invitee.id));

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

export type ShownInvitation = { firstName: string; invitedByName: string; role: InvitedRole };

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

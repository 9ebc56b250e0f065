import type { Profile } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { FormerContacts } from "../../platform/messages/message-kinds.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { endLinks } from "./account-link.store.ts";
import { holdAccount } from "./account.store.ts";
import { cellHoldUntil, withNewCell } from "../../platform/messages/cell-change.ts";
import { contactsOf, tellOfNewCell } from "./contact-change.ts";
import { askToConfirm } from "./email-confirmation.ts";
import { requirePasswordLately } from "../../platform/access/recent-authentication.ts";
import {
  changeProfile,
  findProfile,
  listOfficeViewsOf,
  type OfficeViewRow,
  type ProfileRow,
} from "./profile.store.ts";
import { endCodesOf } from "./sign-in-code.store.ts";
import {
  cellChangesOf,
  confirmationsFor,
  emailChangesOf,
  requireAllowance,
} from "../../platform/rate-limit/rate-limits.ts";

export type OwnProfile = {
  firstName: string;
  lastName: string;
  email: string;
  /** In national form. */
  cellNumber: string;
  /** While a new number waits: until when codes go to the old one, of which the end is shown; null: to the email alone. */
  cellHold: { until: string; oldEnding: string | null } | null;
  distributorArea: string;
  hasArea: boolean;
  verified: boolean;
  company: string | null;
  vatNo: string | null;
};

export type OfficeView = OfficeViewRow;

export async function getProfile(caller: Caller, user: SignedInUser): Promise<OwnProfile> {
  const { cell, formerCell, cellChangedAt, area, ...profile } = await findProfile(
    caller.db,
    user.id,
  );
  const until = cellHoldUntil({ cell, formerCell, cellChangedAt }, caller.now());
  return {
    ...profile,
    cellNumber: cell === null ? "" : nationalPhone(cell),
    cellHold: until === null ? null : { until, oldEnding: formerCell?.slice(-4) ?? null },
    distributorArea: area ?? "",
    hasArea: hasArea(user),
  };
}

/**
 * A new email has to be confirmed by a link, and a new number waits before codes go to it. Both need the password, and are
 * told to the address and the number of before. A distributor has an area.
 *
 * @throws DomainError account.no-area, account.wrong-cell, account.email-in-use, access.password-needed
 */
export async function updateProfile(
  caller: Caller,
  user: SignedInUser,
  profile: Profile,
): Promise<{ verified: boolean }> {
  const { firstName, lastName, email, distributorArea: area } = profile;
  if (hasArea(user) && !area)
    throw new DomainError("account.no-area", { field: "distributorArea" });
  const phone = await caller.phones.check(profile.cellNumber);
  if (!phone.valid) throw new DomainError("account.wrong-cell", { field: "cellNumber" });
  const shown = await findProfile(caller.db, user.id);
  if (email !== shown.email || phone.international !== shown.cell) requirePasswordLately(caller);
  if (email !== shown.email) await requireAllowance(caller, emailChangesOf(user.id));
  if (phone.international !== shown.cell) await requireAllowance(caller, cellChangesOf(user.id));

  return caller.db.transaction().execute(async (tx) => {
    await holdAccount(tx, user.id);
    const former = await findProfile(tx, user.id);
    const isNewEmail = email !== former.email;
    const isNewCell = phone.international !== former.cell;
    if (isNewEmail || isNewCell) requirePasswordLately(caller);
    const number = withNewCell(former, phone.international, caller.now());
    const change = {
      firstName,
      lastName,
      email,
      number,
      verified: former.verified && !isNewEmail,
      ...(hasArea(user) && area !== undefined && { area }),
    };
    if (!(await changeProfile(tx, user.id, change, caller.now())))
      throw new DomainError("account.email-in-use", { field: "email" });
    const fields = changedFields(former, { ...former, ...change, ...number });
    if (fields.length > 0)
      await insertAudit(tx, caller, {
        action: "profile.changed",
        subjectId: user.id,
        details: { fields },
      });
    const formerContacts = contactsOf(former, caller.now());
    if (isNewEmail) await tellOfNewEmail(tx, caller, user.id, formerContacts);
    if (isNewCell) await tellOfNewCell(tx, caller, user.id, formerContacts);
    return { verified: change.verified };
  });
}

/** @throws DomainError account.already-verified, access.too-many-tries */
export async function resendOwnOptIn(caller: Caller, user: SignedInUser): Promise<{ sent: true }> {
  if (user.verified) throw new DomainError("account.already-verified");
  await requireAllowance(caller, confirmationsFor(user.id));
  await caller.db.transaction().execute((tx) => askToConfirm(tx, caller, user.id));
  return { sent: true };
}

/** When the office was signed in as this person, and why. */
export async function listOfficeViews(caller: Caller, userId: number): Promise<OfficeView[]> {
  return listOfficeViewsOf(caller.readDb, userId);
}

function hasArea({ role }: SignedInUser): boolean {
  return role === "distributor";
}

/** What was sent to the former address, and could be read there, is worth nothing any more. */
async function tellOfNewEmail(
  tx: Tx,
  caller: Caller,
  userId: number,
  former: FormerContacts,
): Promise<void> {
  await endLinks(tx, userId, caller.now());
  await endCodesOf(tx, userId, caller.now());
  await askToConfirm(tx, caller, userId);
  const subject = { kind: "email-changed", userId, ...former } as const;
  await queueMessage(tx, caller, `email-changed:${caller.newId()}`, subject);
}

/** Names of fields alone: what was in them is nobody's business but the person's. */
function changedFields(former: ProfileRow, now: ProfileRow): string[] {
  const watched = ["firstName", "lastName", "email", "cell", "area"] as const;
  return watched.filter((field) => former[field] !== now[field]);
}

import type { Profile } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import { sql } from "kysely";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { CheckedPhone } from "../../gateways/phones/phone-check.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import type { FormerContacts } from "../../platform/messages/message-kinds.ts";
import {
  cellHoldUntil,
  type KnownNumber,
  queueMessage,
  withNewCell,
} from "../../platform/messages/queue-message.ts";
import {
  cellChangesOf,
  confirmationsFor,
  emailChangesOf,
  phoneChecks,
  phoneChecksFrom,
  requireWithinLimit,
} from "../../platform/rate-limit/rate-limits.ts";
import { requireFreeEmail } from "../users/user-account.store.ts";
import { loadPhoneCountry } from "../../platform/db/region.queries.ts";
import { holdAccount } from "./account.store.ts";
import {
  askPending,
  askToConfirm,
  contactsOf,
  endSentSecrets,
  forgetPending,
  tellOfNewCell,
  waitForEmail,
} from "./contact-change.ts";

export type OwnProfile = {
  firstName: string;
  lastName: string;
  email: string;
  /** A new one that is not confirmed yet; `email` stays in force. */
  pendingEmail: string | null;
  /** In national form, or international where it is not of the shop's default phone country. */
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
  const country = await loadPhoneCountry(caller.db, caller.shop.region);
  return {
    ...profile,
    cellNumber: cell === null ? "" : nationalPhone(cell, country),
    cellHold: until === null ? null : { until, oldEnding: formerCell?.slice(-4) ?? null },
    distributorArea: area ?? "",
    hasArea: hasArea(user),
  };
}

/**
 * A new email waits until it is confirmed by a link, and a new number before codes go to it. Both need the password, and are
 * told to the address and the number of before, with a link that stops it. An email that nobody ever proved is simply
 * mended. A distributor has an area.
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
  if (email !== shown.email || phone.international !== shown.cell)
    requireRecentAuthentication(caller);
  if (email !== shown.email) await requireWithinLimit(caller, emailChangesOf(user.id));
  if (phone.international !== shown.cell) await requireWithinLimit(caller, cellChangesOf(user.id));

  return caller.db.transaction().execute(async (tx) => {
    await holdAccount(tx, user.id);
    const former = await findProfile(tx, user.id);
    const isNewEmail = email !== former.email;
    const isNewCell = phone.international !== former.cell;
    if (isNewEmail || isNewCell) requireRecentAuthentication(caller);
    const number = withNewCell(former, phone.international, caller.now());
    const waits = isNewEmail && former.verified;
    if (waits) await requireFreeEmail(tx, email);
    const change = {
      firstName,
      lastName,
      email: waits ? former.email : email,
      number,
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
    if (waits) await waitForEmail(tx, caller, user.id, email);
    else if (isNewEmail) await tellOfNewEmail(tx, caller, user.id, formerContacts);
    if (isNewCell) await tellOfNewCell(tx, caller, user.id, formerContacts);
    return { verified: former.verified };
  });
}

/** @throws DomainError account.already-verified, access.too-many-tries */
export async function resendOwnOptIn(caller: Caller, user: SignedInUser): Promise<{ sent: true }> {
  const { pendingEmail } = await findProfile(caller.db, user.id);
  if (user.verified && pendingEmail === null) throw new DomainError("account.already-verified");
  await requireWithinLimit(caller, confirmationsFor(user.id));
  const ask = pendingEmail === null ? askToConfirm : askPending;
  await caller.db.transaction().execute((tx) => ask(tx, caller, user.id));
  return { sent: true };
}

/** The email stays as it is; a link that was sent to the new one is worth nothing. */
export async function cancelEmailChange(
  caller: Caller,
  user: SignedInUser,
): Promise<{ cancelled: true }> {
  await caller.db.transaction().execute((tx) => forgetPending(tx, user.id, caller.now()));
  return { cancelled: true };
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
  await endSentSecrets(tx, userId, caller.now());
  await askToConfirm(tx, caller, userId);
  const subject = { kind: "email-changed", userId, ...former } as const;
  await queueMessage(tx, caller, `email-changed:${caller.newId()}`, subject);
}

/** Names of fields alone: what was in them is nobody's business but the person's. */
function changedFields(former: ProfileRow, now: ProfileRow): string[] {
  const watched = ["firstName", "lastName", "email", "cell", "area"] as const;
  return watched.filter((field) => former[field] !== now[field]);
}

type ProfileRow = Readonly<{
  firstName: string;
  lastName: string;
  email: string;
  pendingEmail: string | null;
  /** International form. */
  cell: string | null;
  /** Where codes went before `cell` was given. */
  formerCell: string | null;
  cellChangedAt: string | null;
  area: string | null;
  verified: boolean;
  company: string | null;
  vatNo: string | null;
}>;

async function findProfile(db: Database, userId: number): Promise<ProfileRow> {
  return db
    .selectFrom("account")
    .select([
      "first_name as firstName",
      "last_name as lastName",
      "email",
      "pending_email as pendingEmail",
      "cell",
      "former_cell as formerCell",
      "cell_changed_at as cellChangedAt",
      "area",
      "verified",
      "company",
      "vat_no as vatNo",
    ])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

type ProfileChange = Readonly<{
  firstName: string;
  lastName: string;
  email: string;
  number: KnownNumber;
  /** Undefined where it stays as it is. */
  area?: string;
}>;

/** @returns false where the email belongs to another account; then the transaction is to be given up. */
async function changeProfile(
  tx: Tx,
  userId: number,
  change: ProfileChange,
  now: string,
): Promise<boolean> {
  try {
    await tx
      .updateTable("account")
      .set({
        first_name: change.firstName,
        last_name: change.lastName,
        email: change.email,
        cell: change.number.cell,
        former_cell: change.number.formerCell,
        cell_changed_at: change.number.cellChangedAt,
        updated_at: now,
        ...(change.area !== undefined && { area: change.area }),
      })
      .where("id", "=", userId)
      .execute();
    return true;
  } catch (error) {
    // Of two people who want it at once the database knows who was first.
    if (error instanceof Error && "constraint" in error && error.constraint === "account_email_key")
      return false;
    throw error;
  }
}

type OfficeViewRow = { at: string; until: string | null; adminName: string; reason: string };

/** When the office was signed in as this person, the latest first. */
async function listOfficeViewsOf(db: ReadDatabase, userId: number): Promise<OfficeViewRow[]> {
  return db
    .selectFrom("audit_entry as begun")
    .innerJoin("account as admin", "admin.id", "begun.actor_id")
    .select((row) => [
      "begun.at",
      row
        .selectFrom("audit_entry as ended")
        .select("ended.at")
        .whereRef("ended.subject_id", "=", "begun.subject_id")
        .whereRef("ended.target", "=", "begun.target")
        .where("ended.action", "=", "impersonation.ended")
        .orderBy("ended.at")
        .limit(1)
        .as("until"),
      row
        .fn<string>("concat_ws", [row.val(" "), "admin.first_name", "admin.last_name"])
        .as("adminName"),
      sql<string>`coalesce(
        (select text from free_text where id = (begun.details #>> '{reason,textId}')::uuid), '')`.as(
        "reason",
      ),
    ])
    .where("begun.subject_id", "=", userId)
    .where("begun.action", "=", "impersonation.started")
    .orderBy("begun.at", "desc")
    .limit(100)
    .execute();
}

/**
 * Each check may cost something at the service outside, and anybody may ask.
 *
 * @throws DomainError access.too-many-tries
 */
export async function checkPhone(caller: Caller, number: string): Promise<CheckedPhone> {
  await requireWithinLimit(caller, phoneChecksFrom(caller.ip), phoneChecks);
  return caller.phones.check(number);
}

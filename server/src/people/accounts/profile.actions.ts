import {
  emailCopyRules,
  isEmailCopyKind,
  warningKinds,
} from "@portal/shared/office/message-kinds.ts";
import type { Profile } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { requireValid } from "../../gateways/phones/refused-number.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { CheckedPhone } from "../../gateways/phones/phone-check.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { FormerContacts } from "../../platform/messages/queue-message.ts";
import { cellHoldUntil, withNewCell } from "../../platform/messages/queue-message.ts";
import {
  cellChangesOf,
  confirmationsFor,
  emailChangesOf,
  phoneChecks,
  phoneChecksFrom,
  requireWithinLimit,
} from "../../platform/rate-limit/rate-limits.ts";
import { requireFreeEmail, updateUserAccount } from "../users/user-account.store.ts";
import { loadPhoneCountry } from "../../platform/db/region.queries.ts";
import { endConfirmations } from "./account-link.store.ts";
import { lockAccount } from "./account.store.ts";
import {
  contactsOf,
  endSentSecrets,
  queueNewMessage,
  queueToFormer,
  waitForEmail,
} from "./contact-change.ts";
import { cellChanged, emailToConfirm, confirmNewEmail, emailChanged } from "./account.messages.ts";

export async function getProfile(caller: Caller, user: SignedInUser) {
  const { cell, formerCell, cellChangedAt, cellConfirmed, area, ...profile } = await findProfile(
    caller.db,
    user.id,
  );
  const until = cellHoldUntil({ cell, formerCell, cellChangedAt, cellConfirmed }, caller.now());
  const country = await loadPhoneCountry(caller.db, caller.shop.region);
  return {
    ...profile,
    /** In national form, or international where it is not of the shop's default phone country. */
    cellNumber: cell === null ? "" : nationalPhone(cell, country),
    /** While a new number is on hold, codes go to the old one, or to the email alone where there was none (null). */
    cellHold: until === null ? null : { until, oldEnding: formerCell?.slice(-4) ?? null },
    /** False where somebody else typed the number: it gets no codes until it is saved. */
    isOwnNumber: cell === null || cellConfirmed,
    distributorArea: area ?? "",
    hasArea: hasArea(user),
  };
}

/**
 * A new email takes effect when it is confirmed by a link, and a new cell number receives codes only after a hold. Both need
 * recent authentication, and the former contacts are notified with a link that undoes the change. An email that was never
 * verified is replaced immediately. A distributor must have an area.
 *
 * @throws DomainError account.no-area, account.wrong-cell, account.cell-of-colleague, account.email-in-use,
 * access.password-needed
 */
export async function updateProfile(
  caller: Caller,
  user: SignedInUser,
  profile: Profile,
): Promise<{ verified: boolean }> {
  const { firstName, lastName, email, distributorArea: area } = profile;
  if (hasArea(user) && !area)
    throw new DomainError("account.no-area", { field: "distributorArea" });
  const checked = await caller.phones.check(profile.cellNumber);
  const cell = requireValid(checked, "account.wrong-cell", "cellNumber");
  const shown = await findProfile(caller.db, user.id);
  const isNewCellOf = (of: ProfileRow) => cell !== of.cell || !of.cellConfirmed;
  if (email !== shown.email || isNewCellOf(shown)) await requireRecentAuthentication(caller);
  if (email !== shown.email) await requireWithinLimit(caller, emailChangesOf(user.id));
  if (isNewCellOf(shown)) await requireWithinLimit(caller, cellChangesOf(user.id));

  return caller.db.transaction().execute(async (tx) => {
    await lockAccount(tx, user.id);
    const former = await findProfile(tx, user.id);
    const isNewEmail = email !== former.email;
    const isNewCell = isNewCellOf(former);
    if (isNewEmail || isNewCell) await requireRecentAuthentication(caller);
    if (isNewCell && user.role === "admin") await requireNotOfColleague(tx, cell);
    const number = withNewCell(former, cell, caller.now());
    const waits = isNewEmail && former.verified;
    if (waits) await requireFreeEmail(tx, email);
    const change = {
      firstName,
      lastName,
      email: waits ? former.email : email,
      area: hasArea(user) && area !== undefined ? area : former.area,
    };
    const columns = {
      first_name: firstName,
      last_name: lastName,
      email: change.email,
      cell: number.cell,
      former_cell: number.formerCell,
      cell_changed_at: number.cellChangedAt,
      cell_confirmed: number.cellConfirmed,
      area: change.area,
    };
    await updateUserAccount(tx, user.id, columns, caller.now());
    const fields = changedFields(former, { ...former, ...change, ...number });
    if (fields.length > 0)
      await insertAudit(tx, caller, {
        action: "profile.changed",
        subjectId: user.id,
        details: { fields },
      });
    const formerContacts = contactsOf(former, caller.now());
    if (waits) await waitForEmail(tx, caller, user.id, email);
    else if (isNewEmail) await notifyEmailChange(tx, caller, user.id, formerContacts);
    if (cell !== former.cell) await queueToFormer(tx, caller, cellChanged, user.id, formerContacts);
    return { verified: former.verified };
  });
}

/**
 * Who has a colleague's number counts as the same person, so the colleague could confirm nothing of theirs.
 *
 * @throws DomainError account.cell-of-colleague
 */
async function requireNotOfColleague(tx: Tx, cell: string): Promise<void> {
  const colleague = await tx
    .selectFrom("account")
    .select("id")
    .where("role", "=", "admin")
    .where("active", "=", true)
    .where("cell", "=", cell)
    .executeTakeFirst();
  if (colleague) throw new DomainError("account.cell-of-colleague", { field: "cellNumber" });
}

/** @throws DomainError account.already-verified, access.too-many-tries */
export async function resendOwnOptIn(caller: Caller, user: SignedInUser): Promise<{ sent: true }> {
  const { pendingEmail } = await findProfile(caller.db, user.id);
  if (user.verified && pendingEmail === null) throw new DomainError("account.already-verified");
  await requireWithinLimit(caller, confirmationsFor(user.id));
  const message = pendingEmail === null ? emailToConfirm : confirmNewEmail;
  await caller.db
    .transaction()
    .execute((tx) => queueNewMessage(tx, caller, message, { userId: user.id }));
  return { sent: true };
}

/** Also ends the link that was sent to the new email. */
export async function cancelEmailChange(
  caller: Caller,
  user: SignedInUser,
): Promise<{ cancelled: true }> {
  await caller.db.transaction().execute(async (tx) => {
    await updateUserAccount(tx, user.id, { pending_email: null }, caller.now());
    await endConfirmations(tx, user.id, caller.now());
  });
  return { cancelled: true };
}

function hasArea({ role }: SignedInUser): boolean {
  return role === "distributor";
}

/** Replaces an unverified email: links and codes that were sent to the former address end. */
async function notifyEmailChange(
  tx: Tx,
  caller: Caller,
  userId: number,
  former: FormerContacts,
): Promise<void> {
  await endSentSecrets(tx, userId, caller.now());
  await queueNewMessage(tx, caller, emailToConfirm, { userId });
  await queueToFormer(tx, caller, emailChanged, userId, former);
}

/** For the audit, which names the fields and not their personal content. */
function changedFields(former: ProfileRow, now: ProfileRow): string[] {
  const watched = ["firstName", "lastName", "email", "cell", "area"] as const;
  return watched.filter((field) => former[field] !== now[field]);
}

type ProfileRow = Awaited<ReturnType<typeof findProfile>>;

async function findProfile(db: Database, userId: number) {
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
      "cell_confirmed as cellConfirmed",
      "area",
      "verified",
      "company",
      "vat_no as vatNo",
    ])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** Impersonations of this user with time, admin and reason, the latest first. */
export async function listOfficeViews({ readDb }: Caller, userId: number) {
  return readDb
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

const warningsShown = 10;

/** The newest warnings about this account, whether or not the email arrived. */
export async function listWarnings({ readDb }: Caller, userId: number) {
  const rows = await readDb
    .selectFrom("message")
    .select(["id", "kind", "state", "created_at as at"])
    .where("user_id", "=", userId)
    .where("channel", "=", "email")
    .where("kind", "in", warningKinds)
    // It comes every day.
    .where("kind", "<>", "office-day")
    .where("state", "<>", "dropped")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(warningsShown)
    .execute();
  return rows.map(({ id, kind, state, at }) => ({
    id,
    at,
    title: isEmailCopyKind(kind) ? emailCopyRules[kind].title : "Warning",
    isUnsent: state === "failed" || state === "refused",
  }));
}

/**
 * Rate limited, because the procedure is public and each check may cost something at the external service.
 *
 * @throws DomainError access.too-many-tries
 */
export async function checkPhone(caller: Caller, number: string): Promise<CheckedPhone> {
  await requireWithinLimit(caller, phoneChecksFrom(caller.ip), phoneChecks);
  return caller.phones.check(number);
}

import { requiredEmailSchema } from "@portal/shared/people/accounts.ts";
import { endSentSecrets, queueNewMessage } from "../../people/accounts/contact-change.ts";
import { tellAdmins as tellOfSignIn } from "../../people/factors/admin-notices.actions.ts";
import { heldUntil } from "../../people/factors/factor.rules.ts";
import { endAllFactors } from "../../people/factors/factor.store.ts";
import {
  holdAccount,
  insertUser,
  nextUserId,
  requireFreeEmail,
  setActive,
  updateUserAccount,
} from "../../people/users/user-account.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import type { MessageContext } from "../../platform/messages/queue-message.ts";
import { endProposalsOf } from "../../platform/proposals/propose.actions.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { listAdmins } from "./admins.queries.ts";
import { beginShop, serialiseFirstAccounts } from "./first-admin.actions.ts";
import { registration } from "../../people/accounts/account.messages.ts";
import {
  adminAccount,
  type AdminAccountChange,
  comeBack,
} from "../../people/factors/admin.messages.ts";

/**
 * What the owner of the database does to admins from the command line, without a second person (docs/operators.md,
 * "Admins"): with these rights nobody could be stopped, so every admin and whoever is concerned is told instead.
 */
export type OperatorContext = MessageContext & Readonly<{ db: Database; newId: () => string }>;

/**
 * A new admin, who gets the registration link by email only. The first person of an empty shop begins it
 * too, as the admin of `ADMIN_EMAIL` does.
 *
 * @throws DomainError account.email-in-use
 */
export async function inviteAdmin(
  context: OperatorContext,
  { email, name }: Readonly<{ email: string; name: readonly [first: string, last: string] }>,
): Promise<{ id: number }> {
  const { db, now } = context;
  const address = requiredEmailSchema.parse(email);
  const id = await nextUserId(db);
  await db.transaction().execute(async (tx) => {
    const isFirst = await serialiseFirstAccounts(tx);
    await requireFreeEmail(tx, address);
    const [first_name, last_name] = name;
    const at = now();
    await insertUser(tx, {
      id,
      email: address,
      first_name,
      last_name,
      role: "admin",
      created_at: at,
      updated_at: at,
    });
    if (isFirst) await beginShop(tx);
    await queueNewMessage(tx, context, registration, { userId: id });
    await tellAdmins(tx, context, id, "invited");
    await insertAudit(tx, operator(context), {
      action: "user.created",
      subjectId: id,
      details: { role: "admin", from: "command line" },
    });
  });
  return { id };
}

/** Ends every session and link. Locking somebody who is locked changes nothing. @throws DomainError account.unknown */
export async function lockAdmin(
  context: OperatorContext,
  email: string,
): Promise<{ id: number; lockedAt: string }> {
  return context.db.transaction().execute(async (tx) => {
    const { id, lockedAt } = await getAdmin(tx, email);
    if (lockedAt !== null) return { id, lockedAt };
    const at = context.now();
    await updateUserAccount(tx, id, { locked_at: at }, at);
    await shutOut(tx, context, id);
    await queueNewMessage(tx, context, comeBack, { userId: id });
    await tellAdmins(tx, context, id, "locked");
    await insertAudit(tx, operator(context), { action: "user.locked", subjectId: id });
    return { id, lockedAt: at };
  });
}

/**
 * For an admin who has lost every factor and recovery code, where no other admin can help: the next sign-in mails a link for
 * setting up a new one. For 48 hours they confirm nothing that others propose.
 *
 * @throws DomainError account.unknown
 */
export async function resetFactor(
  context: OperatorContext,
  email: string,
): Promise<{ id: number }> {
  return context.db.transaction().execute(async (tx) => {
    const { id } = await getAdmin(tx, email);
    const at = context.now();
    await endAllFactors(tx, id, at);
    await holdAccount(tx, id, heldUntil(at), at);
    await shutOut(tx, context, id);
    await tellOfSignIn(tx, context, id, "factors-reset");
    await insertAudit(tx, operator(context), {
      action: "factor.removed",
      subjectId: id,
      details: { from: "command line" },
    });
    return { id };
  });
}

/** @throws DomainError account.unknown, account.inactive, admin.last */
export async function deactivateAdmin(
  context: OperatorContext,
  email: string,
): Promise<{ id: number }> {
  return context.db.transaction().execute(async (tx) => {
    await serialiseFirstAccounts(tx);
    const { id } = await getAdmin(tx, email);
    const others = (await listAdmins(readOnly(tx))).filter(
      (other) => other.active && other.hasRegistered && other.id !== id,
    );
    if (others.length === 0) throw new DomainError("admin.last");
    const at = context.now();
    await setActive(tx, id, false, at);
    await updateUserAccount(tx, id, { left_office_at: at }, at);
    await shutOut(tx, context, id);
    await tellAdmins(tx, context, id, "deactivated");
    await insertAudit(tx, operator(context), {
      action: "user.deleted",
      subjectId: id,
      details: { from: "command line" },
    });
    return { id };
  });
}

async function getAdmin(tx: Tx, email: string) {
  const found = await tx
    .selectFrom("account")
    .select(["id", "locked_at as lockedAt"])
    .where("email", "=", email.trim().toLowerCase())
    .where("role", "=", "admin")
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new DomainError("account.unknown");
  return found;
}

async function shutOut(tx: Tx, context: OperatorContext, id: number): Promise<void> {
  await endSentSecrets(tx, id, context.now());
  await endProposalsOf(tx, context, id);
  // Those in which the admin looks at the portal as somebody else end with them.
  await tx.deleteFrom("session").where("user_id", "=", id).execute();
}

/** The admin concerned and every other one. */
async function tellAdmins(
  tx: Tx,
  context: OperatorContext,
  adminId: number,
  change: AdminAccountChange,
): Promise<void> {
  const readers = (await listAdmins(readOnly(tx))).filter(
    ({ id, active, hasRegistered }) => id === adminId || (active && hasRegistered),
  );
  for (const { id: userId } of readers)
    await queueNewMessage(tx, context, adminAccount, {
      userId,
      adminId,
      change,
      byId: null,
    });
}

function operator({ now }: OperatorContext) {
  return { user: null, impersonatedById: null, now };
}

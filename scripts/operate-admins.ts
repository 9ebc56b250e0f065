import { randomUUID } from "node:crypto";
import { firstNameSchema, lastNameSchema } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { z } from "zod";
import {
  deactivateAdmin,
  inviteAdmin,
  lockAdmin,
  type OperatorContext,
  resetFactor,
} from "../server/src/office/first-start/operator-admins.actions.ts";
import { type ListedAdmin, listAdmins } from "../server/src/office/first-start/admins.queries.ts";
import { acceptUndecided } from "../server/src/office/ledger-health/accept-undecided.actions.ts";
import { connect } from "../server/src/platform/db/connect.ts";
import { readOnly } from "../server/src/platform/db/database.ts";
import { jobQueue } from "../server/src/platform/jobs/pg-boss-jobs.ts";
import { StartError } from "../server/src/platform/start-error.ts";

type Given = Readonly<{ email: string; name: string | null; json: boolean }>;

const changes: Readonly<
  Record<string, (context: OperatorContext, given: Given) => Promise<string>>
> = {
  async invite(context, { email, name }) {
    const { id } = await inviteAdmin(context, { email, name: nameFrom(name) });
    return `Invited ${email} as admin (account ${id}). The link goes there by email and works for 7 days.`;
  },
  async lock(context, { email }) {
    const { id, lockedAt } = await lockAdmin(context, email);
    return `Account ${id} is locked since ${lockedAt}.`;
  },
  async deactivate(context, { email }) {
    const { id } = await deactivateAdmin(context, email);
    return `Account ${id} is no longer an admin.`;
  },
  async "reset-factor"(context, { email }) {
    const { id } = await resetFactor(context, email);
    return `Account ${id} no longer has passkeys and codes. After the password a link is mailed for new ones.`;
  },
};

/** `npm run db -- admins …` (docs/operators.md, "Admins"). @throws StartError for wrong use, with exit code 2 */
export async function operateAdmins(
  ownerUrl: string,
  action: string,
  given: Given,
): Promise<string> {
  const change = Object.hasOwn(changes, action) ? changes[action] : undefined;
  if (action !== "list" && !change)
    throw wrongUse(`Choose what to do with admins: list, ${Object.keys(changes).join(", ")}.`);
  if ((action === "list") !== (given.email === ""))
    throw wrongUse(
      action === "list" ? "The list takes no email." : `Say whom: admins ${action} EMAIL.`,
    );
  if (given.email !== "" && !z.email().safeParse(given.email).success)
    throw wrongUse(`${JSON.stringify(given.email)} is not an email address.`);
  await using db = connect(ownerUrl, { poolSize: 1, applicationName: "portal-admins" });
  try {
    if (!change) {
      const admins = await listAdmins(readOnly(db));
      return given.json ? JSON.stringify(admins, null, 2) : adminsInWords(admins);
    }
    const context = {
      db,
      jobs: jobQueue,
      now: () => new Date().toISOString(),
      newId: () => randomUUID(),
    };
    const done = await change(context, given);
    return `${done} All admins are told by email.`;
  } catch (error) {
    throw error instanceof DomainError ? wrongUse(error.message) : error;
  }
}

/** `npm run db -- accept-undecided` (docs/operators.md, "The watch over the ledger"). @throws StartError with exit code 2 */
export async function letPayoutsGoOn(ownerUrl: string, subject: string): Promise<string> {
  await using db = connect(ownerUrl, { poolSize: 1, applicationName: "portal-admins" });
  try {
    await acceptUndecided({ db, now: () => new Date().toISOString() }, subject);
    return `Accepted ${subject}. Payouts go on once the watch has looked again, within a minute.`;
  } catch (error) {
    throw error instanceof DomainError ? wrongUse(error.message) : error;
  }
}

/** A name is needed for the account; its owner changes it in the profile. */
function nameFrom(name: string | null): readonly [string, string] {
  if (name === null) return ["New", "Admin"];
  const [first = "", ...last] = name.trim().split(/\s+/);
  const parsed = z
    .tuple([z.string(), z.string()])
    .refine(
      ([one, other]) =>
        firstNameSchema.safeParse(one).success && lastNameSchema.safeParse(other).success,
    )
    .safeParse([first, last.join(" ")]);
  if (!parsed.success) throw wrongUse('Give first and last name: --name "Thandi Nkosi".');
  return parsed.data;
}

/** A line each: account, email, name and state. */
export function adminsInWords(admins: readonly ListedAdmin[]): string {
  if (admins.length === 0) return "There is no admin yet.";
  return admins
    .map(
      (admin) =>
        `${admin.id}  ${admin.email.padEnd(30)}  ${admin.name.padEnd(24)}  ${stateOf(admin)}`,
    )
    .join("\n");
}

function stateOf({ active, hasRegistered, lockedAt, lastSeenAt }: ListedAdmin): string {
  if (!active) return "deactivated";
  if (lockedAt !== null) return `locked since ${lockedAt}`;
  if (!hasRegistered) return "invited, not registered yet";
  return lastSeenAt === null ? "never signed in" : `last seen ${lastSeenAt}`;
}

function wrongUse(message: string): StartError {
  return new StartError(message, { exitCode: 2 });
}

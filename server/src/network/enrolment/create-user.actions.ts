import { isDeepStrictEqual } from "node:util";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { CreateUser } from "@portal/shared/people/users/user-forms.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Insertable } from "kysely";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { type DecidedEvent, once } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { loadStockistStandards } from "../../catalogue/shop-settings/settings.store.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { enrolDistributor, enrolStockist, loadNetwork } from "./enrol-member.actions.ts";
import { insertUser, nextUserId, requireFreeEmail } from "../../people/users/user-account.store.ts";
import { isOffice, mayAddDistributors } from "../../people/users/user.rules.ts";

/**
 * The account, its place in the network and the registration mail, all of it or nothing
 * (specification, section 5, "Create user"; section 6).
 *
 * @throws DomainError access.forbidden for what this user may not give, account.email-in-use,
 * account.wrong-phone, and what the rules of the tree refuse
 */
export async function createUser(
  caller: Caller,
  user: SignedInUser,
  wanted: CreateUser,
): Promise<CreatedUser> {
  requireMayAdd(user, wanted);
  const cell = await internationalPhone(caller, wanted.cellNumber);
  if (wanted.role === "admin") return proposeAdmin(caller, user, { ...wanted, cell });
  const { commandId, ...fields } = wanted;
  const command = commandFrom(caller, commandId, { action: "users.create", ...fields });
  const newId = once(() => nextUserId(caller.db));
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    await requireFreeEmail(caller.db, wanted.email);
    const id = await newId();
    return {
      events: await entryOf(caller, streams, user, wanted, id),
      answer: { id },
      sideWrites: async (tx) => {
        const now = caller.now();
        const account = { ...accountOf(wanted), id, cell, added_by: user.id };
        await insertUser(tx, { ...account, created_at: now, updated_at: now });
        const details = { role: wanted.role };
        await insertAudit(tx, caller, { action: "user.created", subjectId: id, details });
        await queueMessage(tx, caller, `registration-${id}`, { kind: "registration", userId: id });
      },
    };
  });
  return { ...answer, proposalId: null };
}

/** A new admin waits for a second one to confirm it; then the account has this number. */
export type CreatedUser = { id: number; proposalId: string | null };
type NewAdmin = NonNullable<Extract<ProposedChange, { kind: "admin" }>["words"]>;

async function proposeAdmin(
  caller: Caller,
  user: SignedInUser,
  wanted: Extract<CreateUser, { role: "admin" }> & Readonly<{ cell: string }>,
): Promise<CreatedUser> {
  const { commandId, email, firstName, lastName, cell } = wanted;
  const { altNumber = "", company = "" } = wanted;
  const person = { email, firstName, lastName, cell };
  const words = { ...person, altNumber: altNumber || null, company: company || null };
  const known = await findProposedAdmin(caller, commandId, words);
  if (known) return known;
  await requireFreeEmail(caller.db, email);
  const id = await nextUserId(caller.db);
  const change = { kind: "admin", data: { userId: id, isNew: true }, words } as const;
  try {
    const { proposalId } = await propose(caller, user, commandId, change);
    return { id, proposalId };
  } catch (error) {
    // The same request came twice at once, and the other one was first.
    const first = await findProposedAdmin(caller, commandId, words);
    if (first) return first;
    throw error;
  }
}

/** @throws DomainError request.reused-key where another person was proposed under this id */
async function findProposedAdmin(
  { db }: Pick<Caller, "db">,
  id: string,
  words: NewAdmin,
): Promise<CreatedUser | null> {
  const known = await findProposal(db, id);
  if (!known) return null;
  const { change } = known;
  // Once it is settled nobody knows any more who it was.
  const isSame =
    change.kind === "admin" && (change.words === null || isDeepStrictEqual(change.words, words));
  if (!isSame) throw new DomainError("request.reused-key");
  return { id: change.data.userId, proposalId: id };
}

/** With the consent of a second admin, which the database looks for. */
export async function addAdmin(
  caller: Caller,
  user: SignedInUser,
  { commandId, id, person }: Readonly<{ commandId: string; id: number; person: NewAdmin | null }>,
): Promise<{ id: number }> {
  const command = commandFrom(caller, commandId, { action: "users.create", id });
  const { answer } = await caller.ledger.execute(command, async () => {
    if (!person) throw new DomainError("proposal.unknown");
    await requireFreeEmail(caller.db, person.email);
    return {
      events: [],
      answer: { id },
      sideWrites: async (tx) => {
        const now = caller.now();
        await insertUser(tx, {
          id,
          email: person.email,
          first_name: person.firstName,
          last_name: person.lastName,
          cell: person.cell,
          alt_number: person.altNumber,
          company: person.company,
          role: "admin",
          verified: false,
          added_by: user.id,
          created_at: now,
          updated_at: now,
        });
        const details = { role: "admin" };
        await insertAudit(tx, caller, { action: "user.created", subjectId: id, details });
        await queueMessage(tx, caller, `registration-${id}`, { kind: "registration", userId: id });
      },
    };
  });
  return answer;
}

/** Before it is kept, a number is asked about (specification, section 5). */
export async function internationalPhone(
  { phones }: Pick<Caller, "phones">,
  typed: string,
): Promise<string> {
  const checked = await phones.check(typed);
  if (!checked.valid) throw new DomainError("account.wrong-phone", { field: "cellNumber" });
  return checked.international;
}

/** Flags and another VAT rate are the office's to give (specification, section 6); percentages: see `newTerms`. */
function requireMayAdd(user: SignedInUser, wanted: CreateUser): void {
  if (!isOffice(user) && !isForDistributorsToAdd(user, wanted))
    throw new DomainError("access.forbidden");
}

function isForDistributorsToAdd(user: SignedInUser, wanted: CreateUser): boolean {
  switch (wanted.role) {
    case "admin":
      return false;
    case "distributor":
      return mayAddDistributors(user) && !wanted.school && !wanted.influencer;
    case "stockist":
      return wanted.stockistVAT === null;
  }
}

type NewMember = Exclude<CreateUser, { role: "admin" }>;

async function entryOf(
  { db }: Caller,
  streams: StreamReader,
  user: SignedInUser,
  wanted: NewMember,
  userId: number,
): Promise<DecidedEvent[]> {
  const { role } = wanted;
  const network = await loadNetwork(streams);
  const entry = { userId, parentId: wanted.parentId };
  if (role === "distributor")
    return enrolDistributor(network, user, { ...entry, code: wanted.distributorCode }).events;
  return enrolStockist(network, user, {
    ...entry,
    code: wanted.stockistCode,
    asked: wanted,
    standards: await loadStockistStandards(db),
  }).events;
}

type AccountFields = Omit<Insertable<ShopTables["account"]>, "id">;

function accountOf(wanted: NewMember): AccountFields {
  const person = {
    email: wanted.email,
    first_name: wanted.firstName,
    last_name: wanted.lastName,
    alt_number: wanted.altNumber || null,
    company: wanted.company || null,
    role: wanted.role,
    verified: false,
  };
  switch (wanted.role) {
    case "distributor": {
      const { school, influencer, distributorArea } = wanted;
      return { ...person, school, influencer, area: distributorArea || null };
    }
    case "stockist": {
      const { companyAddress, vatNo, stockistVAT } = wanted;
      return {
        ...person,
        company_address: companyAddress,
        vat_no: vatNo,
        stockist_vat_bps: stockistVAT === null ? null : stockistVAT * 100,
      };
    }
  }
}

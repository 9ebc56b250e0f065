import { isDeepStrictEqual } from "node:util";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { CreateUser } from "@portal/shared/people/users/user-forms.ts";
import {
  officeRoleOf,
  type ProposedChange,
  roleOfDecision,
} from "@portal/shared/platform/proposals.ts";
import { isOfficeRole, type OfficeRole } from "@portal/shared/platform/roles.ts";
import type { Insertable } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import { requireValid } from "../../gateways/phones/refused-number.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { type DecidedEvent, once } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import {
  emailLookUpsBy,
  giveBack,
  requireWithinLimit,
} from "../../platform/rate-limit/rate-limits.ts";
import { enrolDistributor, enrolStockist, loadNetwork } from "./enrol-member.actions.ts";
import { insertUser, nextUserId, requireFreeEmail } from "../../people/users/user-account.store.ts";
import { isOffice, mayAddDistributors } from "../../people/users/user.rules.ts";
import { isVatOfTwo, storedVat } from "./stockist-vat.actions.ts";
import { registration } from "../../people/accounts/account.messages.ts";

/**
 * Creates the account, its position in the network and the registration email in one transaction
 * (specification, section 5, "Create user"; section 6).
 *
 * @throws DomainError access.password-needed for the office, access.forbidden for fields that this user may not set, account.email-in-use,
 * account.wrong-phone, access.too-many-tries, network.vat-of-two, and refusals of the tree's rules
 */
export async function createUser(
  caller: Caller,
  user: SignedInUser,
  input: CreateUser,
): Promise<CreatedUser> {
  requireMayAdd(user, input);
  const cell = await internationalPhone(caller, input.cellNumber);
  if (isForOffice(input)) return proposeForOffice(caller, user, { ...input, cell });
  const { commandId, ...fields } = input;
  const command = commandFrom(caller, commandId, { action: "users.create", ...fields });
  const restoreLookUp = await takeLookUp(caller, user);
  const newId = once(() => nextUserId(caller.db));
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    if (isOffice(user)) await requireRecentAuthentication(caller);
    await requireFreeEmail(caller.db, input.email);
    const id = await newId();
    const { events, details, vat, requireStillGrantable } = await enrolmentOf(
      caller,
      streams,
      user,
      input,
      id,
    );
    return {
      events,
      answer: { id },
      sideWrites: async (tx) => {
        await requireStillGrantable?.(tx);
        await register(tx, caller, user, { ...accountOf(input), ...vat, id, cell }, details);
      },
    };
  });
  await restoreLookUp();
  return { ...answer, proposalId: null };
}

/**
 * A refusal tells whether an address has an account, so it counts as a look-up, whatever else is refused.
 *
 * @returns gives it back, for a person who was created
 * @throws DomainError access.too-many-tries
 */
async function takeLookUp(caller: Caller, user: SignedInUser): Promise<() => Promise<void>> {
  if (isOffice(user)) return async () => {};
  const limit = emailLookUpsBy(user.id);
  const at = caller.now();
  await requireWithinLimit({ db: caller.db, now: () => at }, limit);
  return async () => giveBack(caller.db, await limit, at);
}

/**
 * Inserts the account, audits it and queues the registration email.
 *
 * @param position place and terms in the network, for the audit
 */
async function register(
  tx: Tx,
  caller: Caller,
  user: SignedInUser,
  account: AccountFields & Readonly<{ id: number }>,
  position: object = {},
): Promise<void> {
  const { id, role } = account;
  const now = caller.now();
  await insertUser(tx, {
    ...account,
    verified: false,
    added_by: user.id,
    created_at: now,
    updated_at: now,
  });
  const details = { role, ...position };
  await insertAudit(tx, caller, { action: "user.created", subjectId: id, details });
  await queueMessage(tx, caller, `registration-${id}`, registration, { userId: id });
}

/** Somebody new in the office needs the confirmation of a second admin (`proposalId`), which creates the account with this id. */
type CreatedUser = { id: number; proposalId: string | null };
type NewForOffice = Extract<CreateUser, { role: OfficeRole }>;

function isForOffice(input: CreateUser): input is NewForOffice {
  return isOfficeRole(input.role);
}

type NewPerson = NonNullable<Extract<ProposedChange, { kind: "admin" }>["words"]>;

async function proposeForOffice(
  caller: Caller,
  user: SignedInUser,
  input: NewForOffice & Readonly<{ cell: string }>,
): Promise<CreatedUser> {
  const { commandId, role, email, firstName, lastName, cell } = input;
  const words = {
    email,
    firstName,
    lastName,
    cell,
    altNumber: input.altNumber || null,
    company: input.company || null,
  };
  const known = await findProposed(caller, commandId, { role, words });
  if (known) return known;
  await requireFreeEmail(caller.db, email);
  const id = await nextUserId(caller.db);
  const data = { userId: id, isNew: true, ...roleOfDecision(role) };
  const change = { kind: "admin", data, words } as const;
  try {
    const { proposalId } = await propose(caller, user, commandId, change);
    return { id, proposalId };
  } catch (error) {
    // The same request arrived twice concurrently, and the other one won.
    const first = await findProposed(caller, commandId, { role, words });
    if (first) return first;
    throw error;
  }
}

/** @throws DomainError request.reused-key if another person was proposed under this id */
async function findProposed(
  { db }: Pick<Caller, "db">,
  id: string,
  asked: Readonly<{ role: OfficeRole; words: NewPerson }>,
): Promise<CreatedUser | null> {
  const known = await findProposal(db, id);
  if (!known) return null;
  const { change } = known;
  // A settled proposal no longer holds the person's data, so it cannot be compared.
  const isSame =
    change.kind === "admin" &&
    officeRoleOf(change.data) === asked.role &&
    (change.words === null || isDeepStrictEqual(change.words, asked.words));
  if (!isSame) throw new DomainError("request.reused-key");
  return { id: change.data.userId, proposalId: id };
}

/** Runs once a second admin has confirmed the proposal; the database enforces that. */
export async function addToOffice(
  caller: Caller,
  user: SignedInUser,
  {
    commandId,
    id,
    role,
    person,
  }: Readonly<{ commandId: string; id: number; role: OfficeRole; person: NewPerson | null }>,
): Promise<{ id: number }> {
  const command = commandFrom(caller, commandId, { action: "users.create", id });
  const { answer } = await caller.ledger.execute(command, async () => {
    if (!person) throw new DomainError("proposal.unknown");
    await requireFreeEmail(caller.db, person.email);
    return {
      events: [],
      answer: { id },
      sideWrites: (tx) =>
        register(tx, caller, user, {
          id,
          email: person.email,
          first_name: person.firstName,
          last_name: person.lastName,
          cell: person.cell,
          alt_number: person.altNumber,
          company: person.company,
          role,
        }),
    };
  });
  return answer;
}

/** Every number is validated before it is stored (specification, section 5). */
export async function internationalPhone(
  { phones }: Pick<Caller, "phones">,
  typed: string,
): Promise<string> {
  return requireValid(await phones.check(typed), "account.wrong-phone", "cellNumber");
}

/** Only the office sets flags and another VAT rate (specification, section 6); for percentages see `newTerms`. */
function requireMayAdd(user: SignedInUser, input: CreateUser): void {
  if (!isOffice(user) && !mayDistributorAdd(user, input)) throw new DomainError("access.forbidden");
}

function mayDistributorAdd(user: SignedInUser, input: CreateUser): boolean {
  switch (input.role) {
    case "admin":
    case "accountant":
      return false;
    case "distributor":
      return mayAddDistributors(user) && !input.school && !input.influencer;
    case "stockist":
      return input.stockistVAT === null;
  }
}

type NewMember = Exclude<CreateUser, NewForOffice>;

async function enrolmentOf(
  caller: Caller,
  streams: StreamReader,
  user: SignedInUser,
  input: NewMember,
  userId: number,
): Promise<NewPosition> {
  const network = await loadNetwork(streams);
  if (input.role === "distributor") {
    const code = input.distributorCode;
    const enrolment = { userId, parentId: input.parentId, code };
    const { events, parentId, level } = enrolDistributor(network, user, enrolment);
    return { events, details: { level, parentId } };
  }
  const { stockistVAT } = input;
  const { vatBps: ofAll } = await loadRegion(readOnly(caller.db), caller.shop.region);
  const vatBps = stockistVAT === null ? null : stockistVAT * 100;
  if (isVatOfTwo(vatBps, null, ofAll))
    throw new DomainError("network.vat-of-two", { field: "stockistVAT" });
  const enrolment = {
    userId,
    parentId: input.parentId,
    code: input.stockistCode,
    terms: input,
  };
  const { events, parentId, terms, requireStillGrantable } = await enrolStockist(
    caller,
    network,
    user,
    enrolment,
  );
  const stockistMargin = terms.marginBps / 100;
  const distributorPercent = terms.distributorBps / 100;
  const details = { parentId, stockistMargin, distributorPercent, stockistVAT };
  return { events, details, vat: storedVat(vatBps, ofAll), requireStillGrantable };
}

type NewPosition = Readonly<{
  events: DecidedEvent[];
  /** For the audit. */
  details: object;
  /** Of a stockist. */
  vat?: ReturnType<typeof storedVat>;
  /** As of `enrolStockist`. */
  requireStillGrantable?: (tx: Tx) => Promise<void>;
}>;

type AccountFields = Omit<
  Insertable<ShopTables["account"]>,
  "id" | "verified" | "added_by" | "created_at" | "updated_at"
>;

function accountOf(input: NewMember): Omit<AccountFields, "cell"> {
  const person = {
    email: input.email,
    first_name: input.firstName,
    last_name: input.lastName,
    alt_number: input.altNumber || null,
    company: input.company || null,
    role: input.role,
  };
  switch (input.role) {
    case "distributor": {
      const { school, influencer, distributorArea } = input;
      return { ...person, school, influencer, area: distributorArea || null };
    }
    case "stockist": {
      const { companyAddress, vatNo, distributorArea } = input;
      return {
        ...person,
        area: distributorArea || null,
        company_address: companyAddress,
        vat_no: vatNo,
      };
    }
  }
}

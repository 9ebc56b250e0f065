import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type DistributorLevel,
  distributorLevels,
  type MemberLevel,
} from "@portal/shared/platform/roles.ts";
import { type ListTargets, shownTargetsMax } from "@portal/shared/people/users/user-list.ts";
import { folded } from "@portal/shared/platform/texts.ts";
import { sql, type SqlBool } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { levelBelow, parentLevels } from "../members/network.rules.ts";
import { everyWord } from "../../platform/db/list-filters.ts";
import { isOffice } from "../../people/users/user.rules.ts";

/** One more than is shown, so that the caller knows whether there are more. */
const targetsMax = shownTargetsMax + 1;

/** Members who can become the parent, by the rules of the tree; every word of the search has to match. */
export async function listTargets(
  { readDb }: Pick<Caller, "readDb">,
  user: SignedInUser,
  { purpose, userId, search }: ListTargets,
) {
  const isMove = purpose === "move-distributor" || purpose === "move-stockist";
  if (isMove && !isOffice(user)) throw new DomainError("access.forbidden");
  const mover = isMove && userId !== undefined ? await getMember(readDb, userId) : null;

  let targets = readDb
    .selectFrom("projection.member as member")
    .innerJoin("account", "account.id", "member.user_id")
    .leftJoin("account as parent", "parent.id", "member.parent_id")
    .where("member.active", "=", true)
    .where("account.active", "=", true)
    .where("account.role", "=", "distributor")
    .where("member.level", "in", levelsFor(purpose, mover?.level));
  if (mover)
    targets = targets.where((target) =>
      target.not(target.exists(isBelow(readDb, mover.userId).where(isTarget))),
    );
  if (!isOffice(user))
    targets = targets.where((target) => target.exists(isBelow(readDb, user.id).where(isTarget)));
  if (search)
    targets = targets.where(
      everyWord(
        search,
        (word) => sql<SqlBool>`(account.search_text like ${folded(word)}
          or lower(member.code) like lower(${word}))`,
      ),
    );
  return targets
    .select([
      "member.user_id as id",
      sql<string>`account.first_name || ' ' || account.last_name`.as("fullName"),
      "member.code",
      "member.level",
      sql<string | null>`parent.first_name || ' ' || parent.last_name`.as("parentName"),
    ])
    .orderBy("member.level")
    .orderBy("account.sort_name")
    .orderBy("member.user_id")
    .limit(targetsMax)
    .execute();
}

/** A new member gets the level below its parent's; a moved member keeps its own (docs/domain.md). */
function levelsFor(
  purpose: ListTargets["purpose"],
  moverLevel: MemberLevel | undefined,
): readonly DistributorLevel[] {
  switch (purpose) {
    case "new-distributor":
    case "convert-to-distributor":
      return distributorLevels.filter((level) => levelBelow(level) !== null);
    case "move-distributor":
      return parentLevels[moverLevel ?? 3];
    case "new-stockist":
    case "convert-to-stockist":
    case "move-stockist":
      return parentLevels[4];
  }
}

const isTarget = sql<SqlBool>`path.descendant_id = member.user_id`;

/** The member itself and all members below it. */
function isBelow(db: ReadDatabase, memberId: number) {
  return db
    .selectFrom("projection.member_path as path")
    .select("path.depth")
    .where("path.ancestor_id", "=", memberId);
}

async function getMember(db: ReadDatabase, userId: number) {
  const member = await db
    .selectFrom("projection.member")
    .select(["user_id as userId", "level"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!member) throw new DomainError("network.unknown-member", String(userId));
  return member;
}

import { z } from "zod";
import { userIdSchema } from "../../platform/ids.ts";
import { pagingFields, sortedBy } from "../../platform/paging.ts";
import { shownRoles } from "../../platform/roles.ts";
import { activitySorts, userSorts } from "./list-sorts.ts";

/** Members of level 1, 2 or 3; left out for all of them. */
const level = z.literal([1, 2, 3]).optional();

export const listUsersSchema = z.object({
  ...pagingFields,
  role: z.enum(shownRoles).optional(),
  level,
  /** Deleted users instead of active ones; "(inactive" in an email counts as deleted (specification, section 6). */
  showDeleted: z.boolean().default(false),
  /** One person, deleted or not: whoever is open beside a list need not be on its page. */
  id: userIdSchema.optional(),
  sort: z
    .object({ by: z.enum(userSorts), direction: z.enum(["asc", "desc"]) })
    .default({ by: "name", direction: "asc" }),
});
export type ListUsers = z.infer<typeof listUsersSchema>;

/** As many as are chosen at once: a page of the longest list. */
const usersAtOnceMax = 100;

export const resendManySchema = z.object({
  ids: z.array(userIdSchema).min(1).max(usersAtOnceMax),
});

/**
 * Whom a file of people has, in an address, where everything is text: those of a filter, or those with
 * these numbers, like `7,12`, and nobody else.
 */
export const userExportSchema = z
  .object({
    role: z.enum(shownRoles).optional(),
    level: z.enum(["1", "2", "3"]).optional(),
    showDeleted: z.enum(["true", "false"]).optional(),
    search: pagingFields.search,
    ids: z
      .string()
      .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/)
      .optional(),
  })
  .transform(({ level: asked, showDeleted, ids, ...filter }) => ({
    ...filter,
    level: ([1, 2, 3] as const).find((known) => String(known) === asked),
    showDeleted: showDeleted === "true",
    ids: ids?.split(",").map(Number),
  }));
export type UserQuestion = z.infer<typeof userExportSchema>;

/** What the menu of a row offers; the server says which, and holds to it when it is asked. */
export const userActions = [
  "edit",
  "resend",
  "copy-link",
  "convert-to-distributor",
  "convert-to-stockist",
  "move",
  "uplift",
  "impersonate",
  "delete",
  "restore",
  "erase",
] as const;
export type UserAction = (typeof userActions)[number];

/** What somebody is being placed under a parent for. */
export const targetPurposes = [
  "new-distributor",
  "new-stockist",
  "convert-to-distributor",
  "convert-to-stockist",
  "move-distributor",
  "move-stockist",
] as const;

/** How many members a picker lists; whoever looks for another types more of the name. */
export const shownTargetsMax = 20;
export const targetSearchMax = 100;

export const listTargetsSchema = z.object({
  purpose: z.enum(targetPurposes),
  /** Who is moved; not asked for somebody who is new. */
  userId: userIdSchema.optional(),
  search: z
    .string()
    .trim()
    .max(targetSearchMax, `Use ${targetSearchMax} characters at most`)
    .optional(),
});
export type ListTargets = z.infer<typeof listTargetsSchema>;

export const listAuditSchema = z.object({
  ...pagingFields,
  actorId: userIdSchema.optional(),
  subjectId: userIdSchema.optional(),
  action: z.string().trim().max(100).optional(),
  sort: sortedBy(["at"], "desc"),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type ListAudit = z.infer<typeof listAuditSchema>;

export const listActivitySchema = z.object({
  ...pagingFields,
  role: z.enum(shownRoles).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  sort: sortedBy(activitySorts, "desc"),
});
export type ListActivity = z.infer<typeof listActivitySchema>;

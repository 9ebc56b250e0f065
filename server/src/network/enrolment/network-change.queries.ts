import { shownRole } from "@portal/shared/platform/roles.ts";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { asName, rolesInWords } from "../../platform/messages/render-message.ts";
import type { Values } from "../../platform/messages/fill-words.ts";

/** About the own position and percentages in the network, or about a member directly below. */
const networkChanges = [
  "moved",
  "uplifted",
  "margin",
  "discount",
  "vat",
  "joined",
  "left",
  "customer-left",
  "customer-below-left",
  "member-uplifted",
  "stockist-percent",
] as const;

const userId = z.int().positive();
export const networkChangeIds = z.object({
  userId,
  change: z.enum(networkChanges),
  /** The member who changed, who may be the reader. */
  memberId: userId,
  /** The present parent; set only in the message to the member. */
  parentId: userId.nullable(),
  /** In basis points, for percentages only; null where there was or is none. */
  before: z.int().nullable(),
  after: z.int().nullable(),
});
export type NetworkChange = z.infer<typeof networkChangeIds>;
type Words = readonly [title: string, text: string, note: string];

const pastStays = "Past orders and commission do not change.";
const forNewOrders = "This applies to new orders only.";

/** The text of a network change for its recipient. Of other members it reveals the name only. */
export async function networkChangeFacts(db: ReadDatabase, about: NetworkChange): Promise<Values> {
  const { memberId, parentId } = about;
  const people = await db
    .selectFrom("account")
    .select(["id", "first_name as firstName", "last_name as lastName", "role", "school"])
    .where("id", "in", parentId === null ? [memberId] : [memberId, parentId])
    .execute();
  const nameOf = (id: number | null) => {
    const person = people.find((one) => one.id === id);
    return person ? asName(`${person.firstName} ${person.lastName}`) : null;
  };
  const member = people.find(({ id }) => id === memberId);
  const [networkTitle, networkText, networkNote] = wordsOf(about, {
    member: nameOf(memberId) ?? "A member",
    parent: nameOf(parentId),
    role: rolesInWords[member ? shownRole(member) : "distributor"],
  });
  return { networkTitle, networkText, networkNote };
}

function wordsOf(
  { change, before, after, parentId }: NetworkChange,
  { member, parent, role }: Readonly<{ member: string; parent: string | null; role: string }>,
): Words {
  const above = parent ?? (parentId === null ? null : "Another member");
  switch (change) {
    case "moved":
      return [
        "Your place in the network has changed",
        above === null
          ? "We have moved you in the network. You no longer have a parent."
          : `We have moved you in the network. ${above} is now your parent.`,
        pastStays,
      ];
    case "uplifted":
      return [
        "You are now level 1",
        `You are now level 1 in the network.${above === null ? "" : ` ${above} is now your sponsor.`}`,
        pastStays,
      ];
    case "margin":
      return ["Your margin has changed", `Your margin ${fromTo(before, after)}.`, forNewOrders];
    case "discount":
      return ["Your discount has changed", `Your discount ${fromTo(before, after)}.`, forNewOrders];
    case "vat":
      return ["Your VAT rate has changed", `Your VAT rate ${fromTo(before, after)}.`, forNewOrders];
    case "joined":
      return [
        "You have a new team member",
        `${member} is now ${role} in your team. You are their parent in the network.`,
        "You’ll find them under My network.",
      ];
    case "left":
      return [
        "A member has moved in the network",
        `We have moved ${member} in the network. You are no longer their parent.`,
        pastStays,
      ];
    case "customer-left":
      return [
        "A customer of yours has joined the network",
        `${member} was your customer and is now ${role}. Their new orders no longer count as your sales.`,
        pastStays,
      ];
    case "customer-below-left":
      return [
        "A customer in your network has a new place",
        `${member}, a customer of a member below you, is now ${role} elsewhere in the network. You no longer earn commission on their new orders.`,
        pastStays,
      ];
    case "member-uplifted":
      return [
        "A member of your team is now level 1",
        `${member} is now level 1 in the network, and you are their sponsor.`,
        pastStays,
      ];
    case "stockist-percent":
      return [
        "Your commission on a stockist has changed",
        `Your commission on sales by ${member} ${fromTo(before, after)}.`,
        forNewOrders,
      ];
  }
}

function fromTo(before: number | null, after: number | null): string {
  if (after === null) return "no longer applies";
  const now = `${after / 100}%`;
  return before === null ? `is now ${now}` : `has changed from ${before / 100}% to ${now}`;
}

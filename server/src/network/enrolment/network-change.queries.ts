import { shownRole } from "@portal/shared/platform/roles.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import { asName, rolesInWords } from "../../platform/messages/render-message.ts";
import type { Values } from "../../platform/messages/templates/fill-words.ts";

type NetworkMessage = Extract<MessageAbout, { kind: "network-changed" }>;
type Words = readonly [title: string, text: string, note: string];

const pastStays = "Past orders and commission do not change.";
const forNewOrders = "This applies to new orders only.";

/** The text of a network change for its recipient. Of other members it reveals the name only. */
export async function networkChangeFacts(db: ReadDatabase, about: NetworkMessage): Promise<Values> {
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
  { change, before, after, parentId }: NetworkMessage,
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

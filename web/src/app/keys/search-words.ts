import type { Who } from "@portal/shared/platform/permission-rows.ts";
import { mayCall } from "@portal/shared/platform/permissions.ts";

const words = new Intl.ListFormat("en-GB");
const choices = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** What the search of the office finds for a user. */
export function searchWords(user: Who): string {
  const people = mayCall("users.list", user) ? ["people"] : [];
  const orders = mayCall("orders.list", user) ? ["orders"] : [];
  return `Search ${words.format(["pages", ...people, ...orders])}`;
}

/** What to try where it found nothing. */
export function retryWords(user: Who): string {
  const people = mayCall("users.list", user) ? ["a name", "an email address"] : [];
  const orders = mayCall("orders.list", user) ? ["an order number"] : [];
  return `No results. Try ${choices.format([...people, ...orders, "the name of a page"])}.`;
}

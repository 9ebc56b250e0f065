import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { mayCall } from "@portal/shared/platform/permissions.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import type { SignedInUser } from "../../session/session.tsx";
import { roleWords } from "../../ui/role-words.ts";
import { navigationFor } from "../navigation.ts";

export type Find = Readonly<{ key: string; label: string; hint: string; path: string }>;
export type FoundGroup = Readonly<{ label: string; finds: readonly Find[] }>;

/** The specification's debounce of a search; pages are found without a question, and at once. */
const searchDelayMs = 300;
const foundMax = 5;

/**
 * Pages, people and orders that match what was typed, as far as somebody may see them. People are asked
 * for from the second letter on, orders by their number alone.
 */
export function useFinds(user: SignedInUser, typed: string) {
  const [asked] = useDebouncedValue(typed.trim().slice(0, 100), searchDelayMs);
  const search = typed.trim() === "" ? "" : asked;
  const people = api.users.list.useQuery(
    { page: 1, pageSize: foundMax, search },
    {
      enabled: search.length > 1 && !isOrderNumber(search) && mayCall("users.list", user),
      placeholderData: keepPreviousData,
    },
  );
  const orders = api.orders.list.useQuery(
    { page: 1, pageSize: foundMax, search },
    {
      enabled: isOrderNumber(search) && mayCall("orders.list", user),
      placeholderData: keepPreviousData,
    },
  );
  const peopleRows = people.isEnabled ? (people.data?.rows ?? []) : [];
  const orderRows = orders.isEnabled ? (orders.data?.rows ?? []) : [];
  const groups: FoundGroup[] = [
    { label: "Pages", finds: pagesFor(user, typed) },
    {
      label: "People",
      finds: peopleRows.map((person) => ({
        key: `person-${person.id}`,
        label: `${person.firstName} ${person.lastName}`,
        hint: `${roleWords[person.role]}, ${person.email}`,
        path: personPath(user, person.email),
      })),
    },
    {
      label: "Orders",
      finds: orderRows.map((order) => ({
        key: `order-${order.uuid}`,
        label: `Order ${order.orderNumber}`,
        hint: order.buyerName ?? "Guest",
        path: `/admin/orders?order=${order.uuid}`,
      })),
    },
  ];
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    isSearching: asked !== typed.trim() || people.isFetching || orders.isFetching,
    error: people.error ?? orders.error,
  };
}

function pagesFor(user: SignedInUser, typed: string): readonly Find[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return navigationFor(user).flatMap((group) =>
    group.items
      .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
      .map(({ label, path }) => ({ key: path, label, hint: group.label, path })),
  );
}

/** `2248` and `RH2248` are order 2248. */
function isOrderNumber(text: string): boolean {
  return new RegExp(`^(${eftPrefix})?\\s*\\d{1,15}$`, "i").test(text);
}

function personPath({ role }: SignedInUser, email: string): string {
  const search = encodeURIComponent(email);
  return role === "admin"
    ? `/admin/users?search=${search}`
    : `/distributor/my-network?tab=people&search=${search}`;
}

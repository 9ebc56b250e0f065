import { useDebouncedValue } from "@mantine/hooks";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { mayCall } from "@portal/shared/platform/permissions.ts";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../api/api.ts";
import { errorMessage } from "../../api/error-message.ts";
import type { SignedInUser } from "../../session/session.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { roleWords } from "../../ui/role-words.ts";
import type { NavigationGroup } from "../navigation.ts";
import classes from "./palette.module.css";

/** Leads to any page, person or order by a few letters: type, choose with the arrows, Enter. */
export function Palette(props: {
  user: SignedInUser;
  navigation: readonly NavigationGroup[];
  onClose: () => void;
}) {
  const { onClose } = props;
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const listId = useId();
  const { groups, isSearching, error } = useFinds(props, typed);
  const finds = groups.flatMap((group) => group.finds);
  const chosen = finds[Math.min(at, finds.length - 1)];

  const goTo = (path: string) => {
    onClose();
    navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && finds.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, finds.length - 1) + step + finds.length) % finds.length);
    }
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      goTo(chosen.path);
    }
  };

  return (
    <Dialog title="Go to" onClose={onClose}>
      <div className={classes.box}>
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <input
          data-autofocus
          type="text"
          role="combobox"
          className={classes.input}
          aria-label="Page, person or order number"
          placeholder="Page, person or order number"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          aria-expanded={finds.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(listId, chosen.key)}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className={classes.status}>
        {error ? errorMessage(error) : statusWords(finds.length, isSearching)}
      </p>
      <Finds id={listId} groups={groups} chosen={chosen?.key} onChosen={goTo} />
    </Dialog>
  );
}

function Finds(props: {
  id: string;
  groups: readonly FoundGroup[];
  chosen: string | undefined;
  onChosen: (path: string) => void;
}) {
  const shown = useRef<string>(undefined);
  return (
    <div id={props.id} role="listbox" aria-label="Found" className={classes.list}>
      {props.groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label}>
          <p className={classes.group} aria-hidden="true">
            {group.label}
          </p>
          {group.finds.map((find) => (
            <div
              key={find.key}
              id={optionId(props.id, find.key)}
              role="option"
              tabIndex={-1}
              className={classes.option}
              aria-selected={find.key === props.chosen}
              ref={(option) => {
                if (!option || find.key !== props.chosen || shown.current === find.key) return;
                shown.current = find.key;
                option.scrollIntoView?.({ block: "nearest" });
              }}
              onClick={() => props.onChosen(find.path)}
              onKeyDown={(event) => event.key === "Enter" && props.onChosen(find.path)}
            >
              <span className={classes.label}>{find.label}</span>
              <span className={classes.hint}>{find.hint}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function statusWords(count: number, isSearching: boolean): string {
  if (count > 0) return `${count} found`;
  return isSearching ? "Searching …" : "Nothing found. Try a name, an email or an order number.";
}

/** Keys hold letters that an id may not. */
function optionId(listId: string, key: string): string {
  return `${listId}-${key.replaceAll(/[^\w-]/g, "_")}`;
}

type Find = Readonly<{ key: string; label: string; hint: string; path: string }>;
type FoundGroup = Readonly<{ label: string; finds: readonly Find[] }>;

/** The specification's debounce of a search; pages are found without a question, and at once. */
const searchDelayMs = 300;
const foundMax = 5;

/**
 * Pages, people and orders that match what was typed, as far as somebody may see them. People are asked
 * for from the second letter on, orders by their number alone.
 */
function useFinds(
  { user, navigation }: { user: SignedInUser; navigation: readonly NavigationGroup[] },
  typed: string,
) {
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
    { label: "Pages", finds: pagesFor(navigation, typed) },
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

function pagesFor(navigation: readonly NavigationGroup[], typed: string): readonly Find[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return navigation.flatMap((group) =>
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

import { roleWords } from "@portal/shared/platform/roles.ts";
import "@mantine/core/styles/Mark.layer.css";
import "@mantine/spotlight/styles.layer.css";
import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import { mayCall } from "@portal/shared/platform/permissions.ts";
import { type Icon, IconSearch, IconShoppingBag, IconUser } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { api, type ApiOutputs } from "../../api/api.ts";
import { errorMessage } from "../../api/error-message.ts";
import { personPath } from "../../session/paths.ts";
import type { SignedInUser } from "../../session/session.tsx";
import { leaveWork } from "../../session/unsaved-work.ts";
import { useBackCloses } from "../../ui/back-layers.ts";
import type { NavigationGroup } from "../navigation.ts";
import { searchDelayMs } from "../../ui/use-search.ts";
import { retryWords, searchWords } from "./search-words.ts";
import { takeTyped } from "./typed-ahead.ts";
import classes from "../office-frame.module.css";

/** Finds pages, people and orders. */
export function OfficeSearch(props: {
  isOpen: boolean;
  user: SignedInUser;
  navigation: readonly NavigationGroup[];
  onClose: () => void;
}) {
  const { isOpen } = props;
  useBackCloses(() => spotlight.close(), isOpen);
  useEffect(() => {
    if (isOpen) spotlight.open();
    else spotlight.close();
  }, [isOpen]);
  return (
    <Spotlight.Root
      onSpotlightClose={props.onClose}
      shortcut={null}
      scrollable
      maxHeight={480}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { "aria-label": "Search" } }}
    >
      <Search {...props} />
    </Spotlight.Root>
  );
}

function Search(props: { user: SignedInUser; navigation: readonly NavigationGroup[] }) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const listId = useId();
  const { groups, isSearching, error } = useSearchResults(props, typed);
  const results = groups.flatMap((group) => group.results);
  const chosen = results[Math.min(at, results.length - 1)];

  const goTo = (path: string) => {
    spotlight.close();
    leaveWork(() => navigate(path));
  };
  // Spotlight marks the active result visually only; screen readers need it in `aria-activedescendant`.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) {
      if (chosen) goTo(chosen.path);
    } else if (results.length > 0) {
      setAt((Math.min(at, results.length - 1) + step + results.length) % results.length);
    }
  };

  return (
    <>
      <Spotlight.Search
        data-autofocus
        classNames={{ input: classes.searchField ?? "" }}
        value={typed}
        onFocus={() => {
          const before = takeTyped();
          if (before) setTyped((value) => value + before);
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        role="combobox"
        aria-label={searchWords(props.user)}
        placeholder={searchWords(props.user)}
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen && optionId(listId, chosen.key)}
        onKeyDownCapture={onKeyDown}
      />
      <Text role="status" size="xs" c="dimmed" px="md" py={6}>
        {error ? errorMessage(error) : statusWords(props.user, results.length, isSearching)}
      </Text>
      <Spotlight.ActionsList id={listId} role="listbox" aria-label="Results">
        {groups.map((group) => (
          <Spotlight.ActionsGroup
            key={group.label}
            className={classes.found ?? ""}
            label={group.label}
            role="group"
            aria-label={group.label}
          >
            {group.results.map((result) => (
              <ResultAction
                key={result.key}
                id={optionId(listId, result.key)}
                result={result}
                isChosen={result.key === chosen?.key}
                onChosen={() => goTo(result.path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </>
  );
}

function ResultAction(props: {
  id: string;
  result: Result;
  isChosen: boolean;
  onChosen: () => void;
}) {
  const { id, result, isChosen } = props;
  const option = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Spotlight.Action does not pass `id` on to the element, and `aria-activedescendant` needs it.
    if (option.current) option.current.id = id;
  }, [id]);
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <Spotlight.Action
      ref={option}
      role="option"
      aria-selected={isChosen}
      data-selected={isChosen || undefined}
      label={result.label}
      description={result.hint}
      leftSection={<result.icon size={18} stroke={1.7} aria-hidden="true" />}
      onClick={props.onChosen}
    />
  );
}

function statusWords(user: SignedInUser, count: number, isSearching: boolean): string {
  if (count > 0) return count === 1 ? "1 result" : `${count} results`;
  return isSearching ? "Searching…" : retryWords(user);
}

/** Keys contain characters that are not allowed in an id. */
function optionId(listId: string, key: string): string {
  return `${listId}-${key.replaceAll(/[^\w-]/g, "_")}`;
}

type Result = Readonly<{ key: string; label: string; hint: string; path: string; icon: Icon }>;
type ResultGroup = Readonly<{ label: string; results: readonly Result[] }>;

const resultsMax = 5;

/**
 * The pages, people and orders that match the text and that the user may see. People are searched from the second letter
 * on, orders by their number only.
 */
function useSearchResults(
  { user, navigation }: { user: SignedInUser; navigation: readonly NavigationGroup[] },
  typed: string,
) {
  // Pages are found locally, without waiting.
  const [debounced] = useDebouncedValue(typed.trim().slice(0, 100), searchDelayMs);
  const search = typed.trim() === "" ? "" : debounced;
  const people = api.users.list.useQuery(
    { page: 1, pageSize: resultsMax, search },
    {
      enabled: search.length > 1 && orderNumberOf(search) === null && mayCall("users.list", user),
      placeholderData: keepPreviousData,
    },
  );
  const orders = api.orders.list.useQuery(
    { page: 1, pageSize: resultsMax, search },
    {
      enabled: orderNumberOf(search) !== null && mayCall("orders.list", user),
      placeholderData: keepPreviousData,
    },
  );
  const peopleRows = people.isEnabled ? (people.data?.rows ?? []) : [];
  const orderRows = orders.isEnabled ? (orders.data?.rows ?? []) : [];
  const groups: ResultGroup[] = [
    { label: "Pages", results: pagesFor(navigation, typed) },
    {
      label: "People",
      results: peopleRows.map((person) => ({
        key: `person-${person.id}`,
        label: `${person.firstName} ${person.lastName}`,
        hint: `${roleWords[person.role]}, ${person.email}`,
        path: pathOf(user, person),
        icon: IconUser,
      })),
    },
    {
      label: "Orders",
      results: orderRows.map((order) => ({
        key: `order-${order.uuid}`,
        label: `Order ${order.orderNumber}`,
        hint: order.buyerName ?? "Guest",
        path: `/admin/orders?order=${order.uuid}`,
        icon: IconShoppingBag,
      })),
    },
  ];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching: debounced !== typed.trim() || people.isFetching || orders.isFetching,
    error: people.error ?? orders.error,
  };
}

function pagesFor(navigation: readonly NavigationGroup[], typed: string): readonly Result[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return navigation.flatMap((group) =>
    group.items
      .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
      .map(({ label, path, icon }) => ({ key: path, label, hint: group.label, path, icon })),
  );
}

type Found = ApiOutputs["users"]["list"]["rows"][number];

/** A member's list shows one role at a time. */
function pathOf({ role }: SignedInUser, person: Found): string {
  return role === "admin"
    ? personPath(person.id)
    : `/distributor/my-network?${new URLSearchParams({ tab: "people", role: person.role, search: person.email }).toString()}`;
}

import { type ComboboxParsedItem, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { memberCodeSchema } from "@portal/shared/people/users/user-forms.ts";
import {
  type ListTargets,
  shownTargetsMax,
  targetSearchMax,
} from "@portal/shared/people/users/user-list.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { levelWords } from "../../../ui/role-words.ts";

type Target = ApiOutputs["users"]["targets"][number];
const searchDelayMs = 300;

/** What an address bar cannot hold: nobody at all is a parent, too. */
export const nobody = "nobody";

/** Who stands above: one's own place, nobody, or a member found by typing. */
export type FixedParent = Readonly<{ value: string; label: string }>;

/**
 * A field that finds members under whom somebody can be placed. `value` is the id of the chosen
 * member as text, the value of one of `fixed`, or "" while nothing is chosen.
 */
export function ParentPicker(props: {
  label: string;
  description?: ReactNode;
  purpose: ListTargets["purpose"];
  /** Who is moved or converted. */
  userId?: number;
  /** Offered above the members that the server names. */
  fixed: readonly FixedParent[];
  /** The parent that it has already, which would be no move. */
  except?: number | null;
  id?: string;
  value?: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}) {
  const { targets, data, first, isSettled, problem, hint, setTyped } = useTargets(props);
  const chosen = props.value ? props.value : null;
  const [chosenOption, setChosenOption] = useState<FixedParent | null>(null);
  const options =
    chosenOption?.value === chosen && !data.some(({ value }) => value === chosen)
      ? [...data, chosenOption]
      : data;
  const { onChange } = props;
  const choose = useCallback(
    (option: FixedParent | undefined) => {
      setChosenOption(option ?? null);
      onChange(option?.value ?? "");
    },
    [onChange],
  );
  // Enter before the answer is here takes the first of it, once it is.
  const isTaking = useRef(false);
  const take = useCallback(() => {
    isTaking.current = !isSettled;
    if (isSettled && first) choose(first);
  }, [isSettled, first, choose]);
  useEffect(() => {
    if (isTaking.current) take();
  }, [take]);

  return (
    <Select
      {...(props.id === undefined ? {} : { id: props.id })}
      label={props.label}
      description={hint ?? props.description}
      error={problem ?? props.error ?? (targets.error ? errorMessage(targets.error) : undefined)}
      required
      searchable
      allowDeselect={false}
      placeholder="Type a name or a code"
      nothingFoundMessage={targets.isFetching ? "Searching…" : "No matches found."}
      data={options}
      value={chosen}
      filter={({ options: given }) => given.filter((each) => !isLeftOver(each, data))}
      onSearchChange={setTyped}
      onKeyDown={(event) => {
        const isMarked = event.currentTarget.getAttribute("aria-activedescendant");
        if (event.key !== "Enter" || isMarked || event.currentTarget.value === "") return;
        event.preventDefault();
        take();
      }}
      onChange={(value) => choose(options.find((option) => option.value === value))}
    />
  );
}

function useTargets(props: {
  purpose: ListTargets["purpose"];
  userId?: number;
  fixed: readonly FixedParent[];
  except?: number | null;
}) {
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim(), searchDelayMs);
  const [known, setKnown] = useState<readonly string[]>([]);
  // The label of what is chosen stands in the field; nobody searched for it.
  const isSearch = (text: string) => text !== "" && !known.includes(text);
  const isTooLong = typed.length > targetSearchMax;
  const search = isSearch(debounced) ? debounced.slice(0, targetSearchMax) : "";

  const targets = api.users.targets.useQuery(
    {
      purpose: props.purpose,
      ...(props.userId === undefined ? {} : { userId: props.userId }),
      ...(search ? { search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const taken = new Set(props.fixed.map(({ value }) => value));
  const found = (targets.data ?? [])
    .slice(0, shownTargetsMax)
    .filter(({ id }) => id !== props.except)
    .map((target) => ({ value: String(target.id), label: labelOf(target) }))
    .filter(({ value }) => !taken.has(value));
  // Who looks for somebody by name does not mean nobody.
  const data = search === "" ? [...props.fixed, ...found] : found;
  const unknown = data.map(({ label }) => label).filter((label) => !known.includes(label));
  if (unknown.length > 0) setKnown([...known, ...unknown]);
  const hasMore = (targets.data?.length ?? 0) > shownTargetsMax;
  return {
    targets,
    data,
    /** The first match of what was typed. */
    first: search === "" ? undefined : found[0],
    isSettled: typed.trim() === debounced && !targets.isFetching,
    problem: isTooLong ? `Use ${targetSearchMax} characters at most` : undefined,
    hint:
      hasMore && search !== ""
        ? `More than ${shownTargetsMax} matches. Type more of the name or code.`
        : undefined,
    setTyped,
  };
}

/** What is chosen keeps its place in the field, and is no match of another search. */
function isLeftOver(option: ComboboxParsedItem, found: readonly FixedParent[]) {
  return "value" in option && !found.some(({ value }) => value === option.value);
}

function labelOf({ fullName, code, level, parentName }: Target): string {
  const place =
    parentName === null ? levelWords(level) : `${levelWords(level)}, under ${parentName}`;
  return `${fullName} (${code}) · ${place}`;
}

/** Who stands above, as the picker has it: a member's number, or nobody. */
export const typedParentSchema = z
  .string()
  .min(1, "Please complete")
  .transform((chosen) => (chosen === nobody ? null : Number(chosen)));

/** Left empty, the server makes a code. */
export const typedCodeSchema = z
  .string()
  .trim()
  .transform((typed) => (typed === "" ? undefined : typed))
  .pipe(memberCodeSchema.optional());

/**
 * What the picker offers besides members: a distributor's own place, for an admin nobody at all
 * (specification, section 4).
 */
export function fixedParentsFor(
  viewer: Pick<SignedInUser, "id" | "role">,
  kind: "distributor" | "stockist",
): readonly FixedParent[] {
  if (viewer.role !== "admin") return [{ value: String(viewer.id), label: "Me" }];
  const label = kind === "distributor" ? "No parent (level 1)" : "No parent";
  return [{ value: nobody, label }];
}

/** A distributor places under itself unless it says otherwise; an admin has to say it. */
export function firstParentFor(viewer: Pick<SignedInUser, "id" | "role">): string {
  return viewer.role === "admin" ? "" : String(viewer.id);
}

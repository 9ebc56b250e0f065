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
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { withMore } from "../../../ui/more-matches.ts";
import { levelWords } from "./role-words.ts";

type Target = ApiOutputs["users"]["targets"][number];
const searchDelayMs = 300;

/** The option of having no parent. */
export const noParent = "none";

/** An option that is offered besides the members found by the server. */
export type FixedParent = Readonly<{ value: string; label: string }>;

type PickerProps = Readonly<{
  label: string;
  description?: ReactNode;
  purpose: ListTargets["purpose"];
  /** The person who is moved or converted. */
  userId?: number;
  /** Listed above the members that the server returns. */
  fixed: readonly FixedParent[];
  /** The current parent, which is not offered. */
  except?: number | null;
  id?: string;
  value?: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}>;

/**
 * A select that searches for possible parents on the server. `value` is the id of the chosen member as text, the
 * value of one of `fixed`, or "" while nothing is chosen.
 */
export function ParentPicker(props: PickerProps) {
  const { targets, data, first, isSettled, problem, setTyped } = useTargets(props);
  const chosen = props.value || null;
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
  // Enter pressed while the search is pending chooses the first match once it has arrived.
  const isTakePending = useRef(false);
  const takeFirst = useCallback(() => {
    isTakePending.current = !isSettled;
    if (isSettled && first) choose(first);
  }, [isSettled, first, choose]);
  useEffect(() => {
    if (isTakePending.current) takeFirst();
  }, [takeFirst]);

  return (
    <Select
      {...(props.id === undefined ? {} : { id: props.id })}
      label={props.label}
      description={props.description}
      error={problem ?? props.error ?? (targets.error ? errorMessage(targets.error) : undefined)}
      required
      searchable
      allowDeselect={false}
      placeholder="Type a name or a code"
      nothingFoundMessage={targets.isFetching ? "Searching…" : "No matches found."}
      data={options}
      value={chosen}
      filter={({ options: given }) => given.filter((option) => isFound(option, data))}
      onSearchChange={setTyped}
      onKeyDown={(event) => {
        const isMarked = event.currentTarget.getAttribute("aria-activedescendant");
        if (event.key !== "Enter" || isMarked || event.currentTarget.value === "") return;
        event.preventDefault();
        takeFirst();
      }}
      onChange={(value) => choose(options.find((option) => option.value === value))}
    />
  );
}

function useTargets(props: PickerProps) {
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim(), searchDelayMs);
  const [known, setKnown] = useState<readonly string[]>([]);
  // The label of the chosen option is text in the field, but not a search.
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
  // The fixed options match no search.
  const data = withMore(
    search === "" ? [...props.fixed, ...found] : found,
    (targets.data?.length ?? 0) > shownTargetsMax,
  );
  const unknown = data.map(({ label }) => label).filter((label) => !known.includes(label));
  if (unknown.length > 0) setKnown([...known, ...unknown]);
  return {
    targets,
    data,
    /** The first match of what was typed. */
    first: search === "" ? undefined : found[0],
    isSettled: typed.trim() === debounced && !targets.isFetching,
    problem: isTooLong ? `Use ${targetSearchMax} characters at most` : undefined,
    setTyped,
  };
}

/** Hides the chosen option, which stays among the options for its label, from the matches of another search. */
function isFound(option: ComboboxParsedItem, found: readonly FixedParent[]) {
  return !("value" in option) || found.some(({ value }) => value === option.value);
}

function labelOf({ fullName, code, level, parentName }: Target): string {
  const place =
    parentName === null ? levelWords(level) : `${levelWords(level)}, under ${parentName}`;
  return `${fullName} (${code}) · ${place}`;
}

/** The value of the picker as a member id, or null for no parent. */
export const typedParentSchema = z.pipe(
  z.string().check(z.minLength(1, "Please complete")),
  z.transform((chosen) => (chosen === noParent ? null : Number(chosen))),
);

/** A code, or undefined if left blank: the server then makes one. */
export const typedCodeSchema = z.pipe(
  z.pipe(
    z.string().check(z.trim()),
    z.transform((typed) => (typed === "" ? undefined : typed)),
  ),
  z.optional(memberCodeSchema),
);

/** The fixed option: "Me" for a distributor, no parent for an admin (specification, section 4). */
export function fixedParentsFor(
  viewer: Pick<SignedInUser, "id" | "role">,
  kind: "distributor" | "stockist",
): readonly FixedParent[] {
  if (viewer.role !== "admin") return [{ value: String(viewer.id), label: "Me" }];
  const label = kind === "distributor" ? "No parent (level 1)" : "No parent";
  return [{ value: noParent, label }];
}

/** The initial parent: the distributor itself; an admin has to choose. */
export function firstParentFor(viewer: Pick<SignedInUser, "id" | "role">): string {
  return viewer.role === "admin" ? "" : String(viewer.id);
}

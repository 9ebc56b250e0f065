import { memberCodeSchema } from "@portal/shared/people/users/user-forms.ts";
import {
  type ListTargets,
  shownTargetsMax,
  targetSearchMax,
} from "@portal/shared/people/users/user-list.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { type FoundOption, SearchSelect } from "../../../ui/search-select.tsx";
import { useSearch } from "../../../ui/use-search.ts";
import { levelWords } from "./role-words.ts";

type Target = ApiOutputs["users"]["targets"][number];

/** The option of having no parent. */
export const noParent = "none";

/** An option that is offered besides the members found by the server. */
export type FixedParent = FoundOption;

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
  const { first, isSettled, problem, ...select } = useTargets(props);
  const { onChange } = props;
  // Enter pressed while the search is pending chooses the first match once it has arrived.
  const isTakePending = useRef(false);
  const takeFirst = useCallback(() => {
    isTakePending.current = !isSettled;
    if (isSettled && first !== undefined) onChange(first);
  }, [isSettled, first, onChange]);
  useEffect(() => {
    if (isTakePending.current) takeFirst();
  }, [takeFirst]);

  return (
    <SearchSelect
      {...select}
      {...(props.id === undefined ? {} : { id: props.id })}
      label={props.label}
      description={props.description}
      error={problem ?? props.error}
      required
      allowDeselect={false}
      placeholder="Type a name or a code"
      value={props.value || null}
      onKeyDown={(event) => {
        const isMarked = event.currentTarget.getAttribute("aria-activedescendant");
        if (event.key !== "Enter" || isMarked || event.currentTarget.value === "") return;
        event.preventDefault();
        takeFirst();
      }}
      onChange={(value) => onChange(value ?? "")}
    />
  );
}

function useTargets(props: PickerProps) {
  const search = useSearch(targetSearchMax);
  const targets = api.users.targets.useQuery(
    {
      purpose: props.purpose,
      ...(props.userId === undefined ? {} : { userId: props.userId }),
      ...(search.text ? { search: search.text } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const taken = new Set(props.fixed.map(({ value }) => value));
  const found = (targets.data ?? [])
    .slice(0, shownTargetsMax)
    .filter(({ id }) => id !== props.except)
    .map((target) => ({ value: String(target.id), label: labelOf(target) }))
    .filter(({ value }) => !taken.has(value));
  return {
    search,
    query: targets,
    // The fixed options match no search.
    found: search.text === "" ? [...props.fixed, ...found] : found,
    hasMore: (targets.data?.length ?? 0) > shownTargetsMax,
    /** The first match of what was typed. */
    first: search.text === "" ? undefined : found[0]?.value,
    isSettled: search.isPaused && !targets.isFetching,
    problem:
      search.typed.length > targetSearchMax
        ? `Use ${targetSearchMax} characters at most`
        : undefined,
  };
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

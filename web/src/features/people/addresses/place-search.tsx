import { Button, TextInput } from "@mantine/core";
import {
  isPostCode,
  placeNameSchema,
  placeNeeded,
  postCodeSchema,
} from "@portal/shared/people/addresses.ts";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { ErrorNotice } from "../../../ui/feedback.tsx";
import classes from "./recipient-dialog.module.css";

const boxId = "recipient-search";

/** The first step of the dialog: the place, which can be typed if the search does not find it (specification, section 8). */
export function PlaceSearch(props: {
  search: PlaceSearchState;
  onChosen: (place: Place) => void;
  onByHand: () => void;
  onCancel: () => void;
}) {
  const { search, onChosen } = props;
  const [activeId, setActiveId] = useState<number | null>(null);
  const places = search.isSearching ? [] : (search.found ?? []);

  const next = () => {
    const active = places.find(({ id }) => id === activeId);
    if (active) {
      onChosen(active);
      return;
    }
    search.setProblem(placeNeeded);
    document.getElementById(boxId)?.focus();
  };

  return (
    <div className={`${classes.form} stack`}>
      <p className="quiet small">Search for the suburb or town</p>
      <SearchForm
        search={search}
        onSearch={() => {
          setActiveId(null);
          search.search();
        }}
      />
      <ErrorNotice error={search.failure} />
      <div className={`${classes.results} stack`}>
        <SearchStatus search={search} />
        {places.length > 0 && (
          <PlaceList
            places={places}
            activeId={activeId}
            onActive={setActiveId}
            onChosen={onChosen}
          />
        )}
        {search.mayTypeByHand && (
          <Button variant="default" mr="auto" onClick={props.onByHand}>
            Enter the suburb manually
          </Button>
        )}
      </div>
      <div className={`${classes.actions} row`}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button onClick={next}>Next</Button>
      </div>
    </div>
  );
}

function SearchForm(props: { search: PlaceSearchState; onSearch: () => void }) {
  const { search } = props;
  // On mount, and not only on opening the dialog: "change" leads back here.
  useEffect(() => document.getElementById(boxId)?.focus(), []);

  return (
    <form
      noValidate
      role="search"
      className={`${classes.search} row`}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSearch();
      }}
    >
      <TextInput
        data-autofocus
        className="grow"
        id={boxId}
        label="Post code or suburb"
        value={search.typed}
        error={search.problem}
        maxLength={50}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => search.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          document.getElementById(placeListId)?.focus();
        }}
      />
      <Button type="submit" loading={search.isSearching}>
        Search
      </Button>
    </form>
  );
}

/** The outcome of the search, in a live region. */
function SearchStatus(props: { search: PlaceSearchState }) {
  const { isSearching, found, isAdvised } = props.search;
  return (
    <div role="status" className="stack tight quiet">
      {isSearching ? (
        <p>Searching…</p>
      ) : found === null ? null : found.length > 0 ? (
        <p>{found.length === 1 ? "1 place found." : `${found.length} places found.`}</p>
      ) : (
        <>
          <p>
            No results found.. If you don&apos;t find anything with your post code, then please try
            your suburb name, else check your spelling.
          </p>
          {isAdvised && (
            <p>
              You can also pick the nearest suburb or area, and correct the details on the next
              screen.
            </p>
          )}
        </>
      )}
    </div>
  );
}

const placeListId = "recipient-places";

/** A listbox of places, chosen by a press or by arrow keys and Enter. */
function PlaceList(props: {
  places: readonly Place[];
  activeId: number | null;
  onActive: (id: number) => void;
  onChosen: (place: Place) => void;
}) {
  const { places, activeId, onActive, onChosen } = props;
  const active = useRef<HTMLDivElement>(null);
  const at = places.findIndex(({ id }) => id === activeId);

  useEffect(() => {
    if (activeId !== null) active.current?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = places[at];
    if (event.key === "Enter" || event.key === " ") {
      if (chosen) onChosen(chosen);
    } else {
      const next = places[nextIndex(event.key, at, places.length) ?? -1];
      if (!next) return;
      onActive(next.id);
    }
    event.preventDefault();
  };

  return (
    <div
      role="listbox"
      id={placeListId}
      aria-label="Places"
      tabIndex={0}
      aria-activedescendant={at === -1 ? undefined : optionId(places[at])}
      className={`${classes.list} card`}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (at === -1 && places[0]) onActive(places[0].id);
      }}
    >
      {places.map((place) => (
        // Keys are handled by the listbox.
        <div
          key={place.id}
          id={optionId(place)}
          ref={place.id === activeId ? active : null}
          role="option"
          aria-selected={place.id === activeId}
          className={classes.option}
          onClick={() => onChosen(place)}
        >
          <span className="strong">{place.label}</span>
          <span className="quiet small">
            {[place.town, place.pcode, place.province].join(", ")}
          </span>
        </div>
      ))}
    </div>
  );
}

function optionId(place: Place | undefined): string {
  return `recipient-place-${place?.id ?? "none"}`;
}

/** The index that a key moves to; null for other keys. */
function nextIndex(key: string, at: number, length: number): number | null {
  if (key === "ArrowDown") return Math.min(at + 1, length - 1);
  if (key === "ArrowUp") return Math.max(at - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  return null;
}

export type Place = ApiOutputs["places"]["byName"][number];

/** The number of searches without a result after which further advice is given. */
const missesBeforeAdvice = 2;

/** State of the place search, held by the dialog so that the typed text survives the second step. */
export function usePlaceSearch() {
  const utils = api.useUtils();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [misses, setMisses] = useState({ all: 0, byName: 0 });
  const lookUp = useMutation({
    mutationFn: (text: string) =>
      isPostCode(text)
        ? utils.places.byPostCode.fetch({ postCode: text })
        : utils.places.byName.fetch({ name: text }),
    onSuccess(found, text) {
      if (found.length > 0) return;
      const isName = !isPostCode(text);
      setMisses(({ all, byName }) => ({ all: all + 1, byName: byName + (isName ? 1 : 0) }));
    },
  });

  const search = () => {
    if (lookUp.isPending) return;
    const text = typed.trim();
    const checked = (isPostCode(text) ? postCodeSchema : placeNameSchema).safeParse(text);
    setProblem(checked.success ? null : (checked.error.issues[0]?.message ?? null));
    if (checked.success) lookUp.mutate(text);
  };
  return {
    typed,
    problem,
    search,
    setProblem,
    type(text: string) {
      setTyped(text);
      setProblem(null);
    },
    isSearching: lookUp.isPending,
    failure: lookUp.error,
    /** Null before the first answer. */
    found: lookUp.data ?? null,
    isAdvised: misses.all >= missesBeforeAdvice,
    mayTypeByHand: misses.byName >= missesBeforeAdvice,
  };
}

type PlaceSearchState = ReturnType<typeof usePlaceSearch>;

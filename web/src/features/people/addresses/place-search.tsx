import { Button, TextInput } from "@mantine/core";
import { placeNeeded } from "@portal/shared/people/addresses.ts";
import { useEffect, useState } from "react";
import { errorMessage } from "../../../api/error-message.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PlaceList, placeListId } from "./place-list.tsx";
import classes from "./place-search.module.css";
import dialog from "./recipient-dialog.module.css";
import type { Place, PlaceSearchState } from "./use-place-search.ts";

const boxId = "recipient-search";

/** The first half of the dialog: where it goes. Nobody gets stuck here (specification, section 8). */
export function PlaceSearch(props: {
  search: PlaceSearchState;
  onChosen: (place: Place) => void;
  onByHand: () => void;
  onCancel: () => void;
}) {
  const { search, onChosen } = props;
  const [activeId, setActiveId] = useState<number | null>(null);
  const places = search.isSearching ? [] : (search.found ?? []);

  const goOn = () => {
    const active = places.find(({ id }) => id === activeId);
    if (active) {
      onChosen(active);
      return;
    }
    search.setProblem(placeNeeded);
    document.getElementById(boxId)?.focus();
  };

  return (
    <div className={dialog.form}>
      <p className={dialog.legend}>First find the place that it goes to.</p>
      <SearchForm
        search={search}
        onSearch={() => {
          setActiveId(null);
          search.search();
        }}
      />
      {search.failure && (
        <Notice tone="bad">
          <p>{errorMessage(search.failure)}</p>
        </Notice>
      )}
      <div className={classes.results}>
        <Said search={search} />
        {places.length > 0 && (
          <PlaceList
            places={places}
            activeId={activeId}
            onActive={setActiveId}
            onChosen={onChosen}
          />
        )}
        {search.mayTypeByHand && (
          <Button variant="default" className={classes.byHand ?? ""} onClick={props.onByHand}>
            Type the suburb yourself
          </Button>
        )}
      </div>
      <div className={dialog.actions}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button onClick={goOn}>Next</Button>
      </div>
    </div>
  );
}

function SearchForm(props: { search: PlaceSearchState; onSearch: () => void }) {
  const { search } = props;
  // Also when "change" leads back here.
  useEffect(() => document.getElementById(boxId)?.focus(), []);

  return (
    <form
      noValidate
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSearch();
      }}
    >
      <TextInput
        data-autofocus
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

/** How the search goes, also for who cannot see it. */
function Said(props: { search: PlaceSearchState }) {
  const { isSearching, found, isAdvised } = props.search;
  return (
    <div role="status" className={classes.said}>
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

import { type KeyboardEvent, useEffect, useRef } from "react";
import classes from "./place-search.module.css";
import type { Place } from "./use-place-search.ts";

export const placeListId = "recipient-places";

/** One place to choose: by a press, or by the arrows and Enter. */
export function PlaceList(props: {
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
      className={classes.list}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (at === -1 && places[0]) onActive(places[0].id);
      }}
    >
      {places.map((place) => (
        // The list itself takes the keys.
        <div
          key={place.id}
          id={optionId(place)}
          ref={place.id === activeId ? active : null}
          role="option"
          aria-selected={place.id === activeId}
          className={classes.option}
          onClick={() => onChosen(place)}
        >
          <span className={classes.label}>{place.label}</span>
          <span className={classes.more}>
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

/** Where a key leads in a list; null where it leads nowhere. */
function nextIndex(key: string, at: number, length: number): number | null {
  if (key === "ArrowDown") return Math.min(at + 1, length - 1);
  if (key === "ArrowUp") return Math.max(at - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  return null;
}

import "leaflet/dist/leaflet.css";
import { useReducedMotion } from "@mantine/hooks";
import { Browser, divIcon, map as createMap, marker, tileLayer } from "leaflet";
import { Fragment, useId, useLayoutEffect, useRef, useState } from "react";
import { mapZoom } from "@portal/shared/sales/delivery/delivery.ts";
import classes from "./map-view.module.css";

/**
 * A map with one pin, operated by mouse, touch and keys, that does not block scrolling the page. Tiles come only from the
 * configured server, which gets the origin as referrer and no path.
 */
export function MapView(props: {
  tiles: Readonly<{ url: string; attribution: string }>;
  name: string;
  latitude: number;
  longitude: number;
}) {
  const { tiles, name, latitude, longitude } = props;
  const box = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [hasFailed, setFailed] = useState(false);
  const { url } = tiles;

  // Before the first paint, so that the region is never there without its map and keys.
  useLayoutEffect(() => {
    if (!box.current) return;
    return drawMap(box.current, { url, at: [latitude, longitude], isStill }, setFailed);
  }, [url, latitude, longitude, isStill]);

  return (
    <div>
      <div
        ref={box}
        className={classes.map}
        role="region"
        aria-label={`Map of ${name}`}
        aria-describedby={helpId}
      />
      {hasFailed && (
        <p role="alert" className="quiet small">
          Part of the map did not load. Use the link next to the address instead.
        </p>
      )}
      <p id={helpId} className="quiet small">
        <span className={classes.keys}>
          Use the arrow keys to move the map and + or − to zoom.{" "}
        </span>
        <Attribution text={tiles.attribution} />
      </p>
    </div>
  );
}

/** @returns removes the map */
function drawMap(
  box: HTMLElement,
  { url, at, isStill }: Readonly<{ url: string; at: [number, number]; isStill: boolean }>,
  onFailed: (hasFailed: true) => void,
): () => void {
  const isMoving = !isStill;
  const view = createMap(box, {
    center: at,
    zoom: mapZoom,
    attributionControl: false,
    // The wheel and one finger scroll the page.
    scrollWheelZoom: false,
    dragging: !Browser.mobile,
    zoomAnimation: isMoving,
    fadeAnimation: isMoving,
    markerZoomAnimation: isMoving,
    inertia: isMoving,
  });
  if (isStill) {
    const panBy = view.panBy.bind(view);
    view.panBy = (offset, options) => panBy(offset, { ...options, animate: false });
  }
  tileLayer(url, { maxZoom: 19, referrerPolicy: "origin" })
    .on("tileerror", () => onFailed(true))
    .addTo(view);
  const icon = divIcon({
    className: classes.pin ?? "",
    html: "<span></span>",
    iconSize: [28, 28],
    iconAnchor: [14, 34],
  });
  marker(at, { icon, interactive: false, keyboard: false }).addTo(view);
  return () => view.remove();
}

/** The attribution as plain text, with its web addresses as links. */
function Attribution(props: { text: string }) {
  return props.text.split(/(https?:\/\/[^\s,;]+)/).map((part, at) =>
    at % 2 === 0 ? (
      <Fragment key={`${at}-${part}`}>{part}</Fragment>
    ) : (
      <a key={`${at}-${part}`} href={part} target="_blank" rel="noopener noreferrer">
        {part.replace(/^https?:\/\//, "")}
      </a>
    ),
  );
}

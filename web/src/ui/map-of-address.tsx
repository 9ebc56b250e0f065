import { useEffect, useState } from "react";
import { useShopSettings } from "../session/use-shop-settings.ts";
import { Loading } from "./feedback.tsx";
import { MapLink } from "./map-link.tsx";

type MapView = typeof import("./map-view.tsx").MapView;

/**
 * Below an address: a link to the maps app, and, where map tiles are configured and the coordinates are known, a map that
 * opens on request. Before that nothing is sent to the tile server.
 */
export function MapOfAddress(props: {
  address: readonly string[];
  name: string;
  latitude: number | null;
  longitude: number | null;
}) {
  const { latitude, longitude, name } = props;
  const tiles = useShopSettings()?.mapTiles ?? null;
  const [isOpen, setOpen] = useState(false);
  const hasMap = tiles !== null && latitude !== null && longitude !== null;
  return (
    <>
      <span className="row">
        <MapLink address={props.address} name={name} />
        {hasMap && (
          <button
            type="button"
            className="link"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Hide" : "Show"} map of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide map" : "Show map"}
          </button>
        )}
      </span>
      {hasMap && isOpen && (
        <LateMap tiles={tiles} name={name} latitude={latitude} longitude={longitude} />
      )}
    </>
  );
}

/** Loads the code of the map; a failure shows a message instead of the page's error boundary. */
function LateMap(props: Parameters<MapView>[0]) {
  const [loaded, setLoaded] = useState<{ View: MapView | null } | null>(null);
  useEffect(() => {
    let isShown = true;
    const show = (View: MapView | null) => isShown && setLoaded({ View });
    import("./map-view.tsx").then(
      (code) => show(code.MapView),
      () => show(null),
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (loaded === null) return <Loading what="the map" lines={1} height={240} />;
  return loaded.View ? <loaded.View {...props} /> : <p role="alert">{mapFailed}</p>;
}

const mapFailed = "The map did not load. Use the link next to the address instead.";

import { z } from "zod";

/** The speeds of the specification (section 9). */
export const speeds = ["0.7", "1", "1.5", "2"] as const;
export type Speed = (typeof speeds)[number];

const speedKey = "video-speed";
const placeKey = (id: number) => `video-place-${id}`;
/** Who stopped this close to the end has seen it, and begins anew. */
const endSeconds = 5;

export function readSpeed(): Speed {
  const known = z.enum(speeds).safeParse(stored(speedKey));
  return known.success ? known.data : "1";
}

export function keepSpeed(speed: Speed): void {
  store(speedKey, speed);
}

/** Where this browser stopped watching, in seconds. */
export function readPlace(id: number): number {
  const seconds = Number(stored(placeKey(id)));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

export function keepPlace(id: number, seconds: number, duration: number): void {
  const isSeen = Number.isFinite(duration) && seconds > duration - endSeconds;
  store(placeKey(id), isSeen ? "0" : String(Math.floor(seconds)));
}

/** A browser that keeps nothing plays all the same. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full or forbidden: next time it begins at its beginning.
  }
}

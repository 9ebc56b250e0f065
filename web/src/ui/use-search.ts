import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

/** The specification's debounce of a search. */
export const searchDelayMs = 300;

/** The text of a searching field, and what it asks for once the user pauses. */
export function useSearch(lengthMax = 100) {
  const [typed, setTyped] = useState("");
  const [paused] = useDebouncedValue(typed.trim(), searchDelayMs);
  return { typed, setTyped, text: paused.slice(0, lengthMax), isPaused: typed.trim() === paused };
}

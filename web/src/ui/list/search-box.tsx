import "../../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

/** The specification's debounce of a listing search. */
const searchDelayMs = 300;

export function SearchBox(props: {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const { value, onSearch } = props;
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Changed from outside: Back in the browser, or "Clear filters".
  if (searched !== value) {
    setSearched(value);
    setTyped(value);
  }

  return (
    <TextInput
      type="search"
      // Wide enough for its hint; a row of its own on a phone where something else is wide too.
      style={{ flex: "1 1 15rem", maxWidth: "26rem" }}
      aria-label={props.label}
      placeholder={props.placeholder ?? "Search"}
      leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(text), searchDelayMs);
      }}
    />
  );
}

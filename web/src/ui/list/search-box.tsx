import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";

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

  // only what is typed starts the wait again
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onSearch(typed), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);

  useEffect(() => setTyped(value), [value]);

  return (
    <TextInput
      type="search"
      aria-label={props.label}
      placeholder={props.placeholder ?? "Search"}
      leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

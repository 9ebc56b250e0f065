import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import "../../theme/mantine-forms.ts";

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

  // Changed from outside: by Back, or by "Clear all".
  if (searched !== value) {
    setSearched(value);
    setTyped(value);
  }

  return (
    <TextInput
      type="search"
      flex="1 1 220px"
      maw={{ base: "100%", sm: 300 }}
      miw={0}
      aria-label={props.label}
      placeholder={props.placeholder ?? "Search"}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
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

/** The search of a list, which the address keeps. */
export function ListSearch(props: {
  list: Readonly<{ search: string; change: (changes: { search: string }) => void }>;
  label: string;
  placeholder?: string;
}) {
  const { list, ...box } = props;
  return <SearchBox {...box} value={list.search} onSearch={(search) => list.change({ search })} />;
}

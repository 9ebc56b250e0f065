import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import "../../theme/mantine-forms.ts";
import { searchDelayMs } from "../use-search.ts";

export function SearchBox(props: {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const { value, onSearch } = props;
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  /** What this box searched for last; its list may keep it without the spaces around it. */
  const [sent, setSent] = useState(value);
  const search = useEffectEvent(() => {
    setSent(typed);
    onSearch(typed);
  });
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(search, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed, sent]);

  if (searched !== value) {
    setSearched(value);
    // Changed by Back or "Clear all": what was typed before is not searched for after it.
    if (value !== sent && value !== sent.trim()) {
      setSent(value);
      setTyped(value);
    }
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
      onChange={(event) => setTyped(event.currentTarget.value)}
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

import "../../../theme/mantine-forms.ts";
import { Button, NativeSelect } from "@mantine/core";
import { type WalletMode, walletKinds } from "@portal/shared/money/wallet-terms.ts";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import type { ListState } from "../../../ui/list/use-list-state.ts";
import { kindWords, levelsWords } from "./entry-rules.ts";
import { type EntryFilter, levels, monthWords } from "./wallet-view.ts";
import classes from "./wallet.module.css";

const modeTabs: Readonly<Record<WalletMode, string>> = {
  total: "All",
  current: "Since last payout",
  historical: "Before",
};
const tabs: readonly WalletMode[] = ["total", "current", "historical"];

const whatOptions = [
  { value: "", label: "Everything" },
  ...levels.map((level) => ({ value: `level-${level}`, label: `Sold at: ${levelsWords(level)}` })),
  ...walletKinds.map((kind) => ({ value: `kind-${kind}`, label: kindWords(kind) })),
];

/** Which entries are listed. What a figure above led here with can be taken off again. */
export function EntryFilters(props: {
  list: Pick<ListState<"newest">, "change" | "search">;
  filter: EntryFilter;
}) {
  const { list, filter } = props;
  const { mode, level, kind, month, payout } = filter;
  const what = level !== null ? `level-${level}` : kind === null ? "" : `kind-${kind}`;
  return (
    <div className={classes.tools}>
      <FilterTabs
        label="Entries"
        chosen={mode}
        tabs={tabs.map((value) => ({ value, label: modeTabs[value], count: undefined }))}
        onChosen={(chosen) => list.change({ mode: chosen === "total" ? null : chosen })}
      />
      <NativeSelect
        aria-label="What for"
        data={whatOptions}
        value={what}
        onChange={(event) => {
          const [name, value = ""] = event.currentTarget.value.split("-");
          list.change({
            level: name === "level" ? value : null,
            kind: name === "kind" ? value : null,
          });
        }}
      />
      {month !== null && (
        <Button variant="default" onClick={() => list.change({ month: null })}>
          {monthWords(month)}: show all months
        </Button>
      )}
      {payout !== null && (
        <Button variant="default" onClick={() => list.change({ payout: null })}>
          Of one payout: show all entries
        </Button>
      )}
      <SearchBox
        label="Search entries"
        placeholder="Order number or name"
        value={list.search}
        onSearch={(search) => list.change({ search })}
      />
    </div>
  );
}

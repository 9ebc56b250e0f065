import { Button, NativeSelect } from "@mantine/core";
import { walletKinds, type WalletMode } from "@portal/shared/money/wallet-terms.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import "../../../theme/mantine-forms.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { type ListState, SearchBox, useListState } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import {
  entryFacts,
  kindWords,
  ledgerFacts,
  levelsWords,
  levelWords,
  percentWords,
  ruleWords,
  type WalletEntry,
} from "./entry-rules.ts";
import { countWords, type EntryFilter, filterOf, levels, monthWords } from "./wallet-view.ts";
import classes from "./wallet.module.css";

const pageSize = 20;
const noSorts = { sorts: [], defaultSort: { by: "newest", direction: "desc" } } as const;

const noFilter = { search: null, mode: null, level: null, kind: null, month: null, payout: null };

const columns: readonly ListColumn<WalletEntry>[] = [
  {
    id: "day",
    width: 124,
    header: "Date",
    onPhone: "fact",
    cell: (entry) => <DayText value={entry.occurredAt} />,
  },
  {
    id: "order",
    width: 116,
    header: "Order",
    onPhone: "title",
    cell: (entry) => `Order ${entry.orderNumber}`,
  },
  {
    id: "kind",
    width: "rest",
    header: "Type",
    onPhone: "fact",
    cell: (entry) => kindWords(entry.kind),
  },
  {
    id: "seller",
    width: "rest",
    header: "Sold by",
    onPhone: "fact",
    cell: (entry) =>
      `${entry.sellerName ?? `Member ${entry.sellerId}`}, ${levelWords(entry.sellerLevel).toLowerCase()}`,
  },
  {
    id: "value",
    width: 112,
    header: "Value",
    align: "end",
    onPhone: "none",
    cell: (entry) => <MoneyText minor={entry.value} currency={entry.currency} />,
  },
  {
    id: "rate",
    width: 80,
    header: "Rate",
    align: "end",
    onPhone: "none",
    cell: (entry) => percentWords(entry.rateBps),
  },
  {
    id: "amount",
    width: 112,
    header: "Amount",
    align: "end",
    onPhone: "amount",
    cell: (entry) => (
      <strong>
        <MoneyText minor={entry.amount} currency={entry.currency} />
      </strong>
    ),
  },
];

/** Every cent, entry by entry; each opens to the reason for it. */
export function WalletEntries() {
  const list = useListState<"newest">(noSorts);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const filter = filterOf(list);
  const { mode, level, kind, month, payout } = filter;
  const entries = api.wallet.entries.useQuery(
    {
      page: list.page,
      pageSize,
      mode,
      ...(list.search && { search: list.search }),
      ...(level !== null && { level }),
      ...(kind !== null && { kind }),
      ...(month !== null && { month }),
      ...(payout !== null && { payout }),
    },
    { placeholderData: keepPreviousData },
  );
  const open = entries.data?.rows.find((entry) => keyOf(entry) === openKey) ?? null;
  const isFiltered =
    list.search !== "" || mode !== "total" || [level, kind, month, payout].some(Boolean);
  const heading = useRef<HTMLHeadingElement>(null);
  useFiguresLeadHere(heading);

  return (
    <section className={classes.part} aria-labelledby="entries">
      <h2 id="entries" ref={heading} tabIndex={-1} className={classes.heading}>
        Commission history
      </h2>
      <EntryFilters list={list} filter={filter} />
      {isFiltered && entries.data && entries.data.total > 0 && <Sum page={entries.data} />}
      <DataList
        label="entries"
        columns={columns}
        rowKey={keyOf}
        rowName={(entry) => `${kindWords(entry.kind)}, order ${entry.orderNumber}`}
        answer={entries}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={(entry) => setOpenKey(keyOf(entry))}
        onClearFilters={isFiltered ? () => list.change(noFilter) : undefined}
        empty={
          <Empty title="No commission yet">
            <p>You’ll see it here when the first order from your link is paid.</p>
          </Empty>
        }
      />
      {open && (
        <Sheet
          title={`How this was calculated: order ${open.orderNumber}`}
          onClose={() => setOpenKey(null)}
        >
          <EntryExplanation entry={open} />
          <EntryQuestions entry={open} />
        </Sheet>
      )}
    </section>
  );
}

/** The figure that these entries add up to. */
function Sum(props: { page: ApiOutputs["wallet"]["entries"] }) {
  const { rows, total, sum } = props.page;
  const [first] = rows;
  if (!first) return null;
  return (
    <p className={classes.hint} role="status">
      {total === 1 ? "1 entry" : `${countWords(total)} entries`}, total{" "}
      <strong>
        <MoneyText minor={sum} currency={first.currency} />
      </strong>
    </p>
  );
}

/** A figure's link changes the address only; whoever followed it wants to see the entries. */
function useFiguresLeadHere(heading: RefObject<HTMLHeadingElement | null>): void {
  const search = useSearch();
  useEffect(() => {
    if (search === "" || window.location.hash !== "#entries") return;
    heading.current?.scrollIntoView({ block: "start" });
    heading.current?.focus({ preventScroll: true });
  }, [search, heading]);
}

function keyOf({ position, entryNo }: WalletEntry): string {
  return `${position}-${entryNo}`;
}

const modeTabs: Readonly<Record<WalletMode, string>> = {
  total: "All",
  current: "Since last payout",
  historical: "Before last payout",
};
const tabs: readonly WalletMode[] = ["total", "current", "historical"];

const whatOptions = [
  { value: "", label: "All types" },
  ...levels.map((level) => ({ value: `level-${level}`, label: `Sold at: ${levelsWords(level)}` })),
  ...walletKinds.map((kind) => ({ value: `kind-${kind}`, label: kindWords(kind) })),
];

/** Which entries are listed. What a figure above led here with can be taken off again. */
function EntryFilters(props: {
  list: Pick<ListState<"newest">, "change" | "search">;
  filter: EntryFilter;
}) {
  const { list, filter } = props;
  const { mode, level, kind, month, payout } = filter;
  const what = level !== null ? `level-${level}` : kind === null ? "" : `kind-${kind}`;
  return (
    <div className={classes.tools}>
      <ListViews
        label="Entries"
        chosen={mode}
        views={tabs.map((value) => ({ value, label: modeTabs[value], count: undefined }))}
        onChosen={(chosen) => list.change({ mode: chosen === "total" ? null : chosen })}
      />
      <NativeSelect
        aria-label="Type"
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
          {monthWords(month)} only. Show all months
        </Button>
      )}
      {payout !== null && (
        <Button variant="default" onClick={() => list.change({ payout: null })}>
          One payout only. Show all commission
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

/** An amount opened down to the rule, the value, the rate, the rounding and its place in the ledger. */
function EntryExplanation(props: { entry: WalletEntry }) {
  const { entry } = props;
  return (
    <div className={classes.explanation}>
      <div>
        <p className={classes.explainedKind}>
          {kindWords(entry.kind)}, <DayText value={entry.occurredAt} withTime />
        </p>
        <p className={classes.explainedAmount}>
          <MoneyText minor={entry.amount} currency={entry.currency} />
        </p>
      </div>
      <p className={classes.rule}>{ruleWords(entry)}</p>
      <Facts amounts facts={entryFacts(entry)} />
      <section>
        <h3 className={classes.subheading}>In the ledger</h3>
        <Facts facts={ledgerFacts(entry)} />
      </section>
    </div>
  );
}

/** Most people read and ask nothing: the form comes when it is wanted. */
const AskForm = lazy(async () => ({ default: (await import("./ask-form.tsx")).AskForm }));

/** What was asked about the entry and answered, and the way to ask. */
export function EntryQuestions(props: { entry: WalletEntry }) {
  const { entry } = props;
  const [isAsking, setIsAsking] = useState(false);
  const isOpen = entry.questions.some(({ answer }) => answer === null);
  return (
    <section className={classes.questions} aria-labelledby="questions">
      <h3 id="questions" className={classes.subheading}>
        Questions
      </h3>
      {entry.questions.map((asked) => (
        <Asked key={asked.id} asked={asked} currency={entry.currency} />
      ))}
      {isAsking && !isOpen ? (
        <Suspense>
          <AskForm entry={entry} onDone={() => setIsAsking(false)} />
        </Suspense>
      ) : (
        !isOpen && (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Ask about this commission
          </Button>
        )
      )}
    </section>
  );
}

function Asked(props: {
  asked: WalletEntry["questions"][number];
  currency: WalletEntry["currency"];
}) {
  const { question, askedAt, answer, answeredAt, credit } = props.asked;
  return (
    <article className={classes.asked}>
      <p className={classes.said}>{question}</p>
      <p className={classes.hint}>
        Asked on <DayText value={askedAt} />
      </p>
      {answer === null ? (
        <p className={classes.hint}>We’ll reply by email as soon as we can.</p>
      ) : (
        <div className={classes.answer}>
          <p className={classes.said}>{answer}</p>
          {credit !== null && (
            <p>
              Store credit added:{" "}
              <strong>
                <MoneyText minor={credit} currency={props.currency} />
              </strong>
            </p>
          )}
          {answeredAt !== null && (
            <p className={classes.hint}>
              Answered on <DayText value={answeredAt} />
            </p>
          )}
        </div>
      )}
    </article>
  );
}

import type { Currency } from "@portal/shared/platform/money.ts";
import { simulatedMemberSorts } from "@portal/shared/network/commission-plan.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import { useListState } from "../../../ui/list/use-list-state.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import classes from "./commission-plan.module.css";
import type { Simulation } from "./plan-words.ts";
import { Signed } from "./signed.tsx";

type Row = ApiOutputs["commissionPlan"]["simulatedMembers"]["rows"][number];
type By = (typeof simulatedMemberSorts)[number];

const pageSize = 10;
const sorting = {
  sorts: simulatedMemberSorts,
  defaultSort: { by: "change", direction: "desc" },
} as const;
const shows = ["all", "losers", "winners"] as const;

/** Everybody who earned, or would have: before, after, and what that makes. */
export function SimulatedMembers(props: { simulation: Simulation; currency: Currency }) {
  const { simulation, currency } = props;
  const list = useListState<By>(sorting);
  const show = shows.find((known) => known === list.param("show")) ?? "all";
  const answer = api.commissionPlan.simulatedMembers.useQuery(
    {
      id: simulation.id,
      page: list.page,
      pageSize,
      show,
      sortBy: list.sort.by,
      sortDirection: list.sort.direction,
      ...(list.search ? { search: list.search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <div className={classes.tools}>
        <FilterTabs
          label="Who"
          chosen={show}
          tabs={[
            { value: "all", label: "All", count: undefined },
            { value: "losers", label: "Earn less", count: simulation.losers },
            { value: "winners", label: "Earn more", count: simulation.winners },
          ]}
          onChosen={(value) => list.change({ show: value === "all" ? null : value })}
        />
        <SearchBox
          label="Search members"
          placeholder="Name"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <DataList
        label="members"
        columns={columnsFor(currency)}
        rowKey={({ memberId }) => String(memberId)}
        answer={answer}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        sort={list.sort}
        onSort={list.sortBy}
        onClearFilters={
          list.search || show !== "all"
            ? () => list.change({ search: null, show: null })
            : undefined
        }
        empty={<Empty title="Nobody earned anything in these days" />}
      />
    </>
  );
}

function columnsFor(currency: Currency): readonly ListColumn<Row, By>[] {
  return [
    {
      id: "name",
      header: "Member",
      sortBy: "name",
      onCard: "title",
      cell: ({ memberId, name }) => name ?? `Member ${memberId}`,
    },
    { id: "level", header: "Level", onCard: "fact", cell: ({ level }) => `Level ${level}` },
    {
      id: "actual",
      header: "Earned",
      sortBy: "actual",
      align: "end",
      onCard: "fact",
      cell: ({ actual }) => <MoneyText minor={actual} currency={currency} />,
    },
    {
      id: "simulated",
      header: "Would earn",
      sortBy: "simulated",
      align: "end",
      onCard: "fact",
      cell: ({ simulated }) => <MoneyText minor={simulated} currency={currency} />,
    },
    {
      id: "delta",
      header: "Difference",
      sortBy: "delta",
      align: "end",
      onCard: "status",
      cell: ({ delta }) => (
        <strong>
          <Signed minor={delta} currency={currency} />
        </strong>
      ),
    },
  ];
}

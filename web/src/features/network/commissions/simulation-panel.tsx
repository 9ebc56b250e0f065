import { percentWords } from "@portal/shared/network/commission-words.ts";
import { Progress, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import {
  type CommissionPlan,
  simulatedMemberSorts,
} from "@portal/shared/network/commission-plan.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { FigureCard } from "../../../ui/facts.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, useSortedListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { changesBetween } from "./rates.ts";
import { type Plans, RateChanges, type Simulation } from "./plan-rates.tsx";
import { PublishPlanForm } from "./publish-plan-form.tsx";

const pollMs = 1000;

/** The progress of a simulation, then its results and the form that publishes the plan. */
export function SimulationPanel(props: { id: string; plans: Plans; onPublished: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const simulation = api.commissionPlan.simulation.useQuery(
    { id: props.id },
    { refetchInterval: ({ state }) => (state.data?.state === "waiting" ? pollMs : false) },
  );
  useEffect(() => heading.current?.focus(), []);

  return (
    <Stack component="section" aria-labelledby="simulation">
      <Title order={3} id="simulation" ref={heading} tabIndex={-1}>
        Test results
      </Title>
      <Loaded what="the test results" query={simulation} lines={3}>
        {(loaded) =>
          loaded.state === "waiting" ? (
            <Stack role="status" gap="xs" maw={480}>
              <Text>Recalculating past sales…</Text>
              <Progress value={loaded.progress} aria-label="Progress" />
            </Stack>
          ) : loaded.state === "failed" ? (
            <Notice tone="bad" title="The test did not finish">
              <p>Nothing has changed. Run it again.</p>
            </Notice>
          ) : (
            <Outcome {...props} simulation={loaded} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function Outcome(props: { simulation: Simulation; plans: Plans; onPublished: () => void }) {
  const { simulation, plans } = props;
  const { currency, published } = plans;
  const { actual, simulated, sales } = simulation;
  const inForce: CommissionPlan = published[0]?.plan ?? simulation.plan;
  const changes = changesBetween(inForce, simulation.plan);
  const money = (minor: number | null) => <MoneyText minor={minor ?? 0} currency={currency} />;
  return (
    <>
      <Text>
        Sales from <DayText value={simulation.fromDay} /> to <DayText value={simulation.toDay} />,
        compared with the current plan:
      </Text>
      <RateChanges changes={changes} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <FigureCard
          label="Earned"
          figure={money(actual)}
          note={<OfSales part={actual} of={sales} />}
        />
        <FigureCard
          label="Under this plan"
          figure={money(simulated)}
          note={<OfSales part={simulated} of={sales} />}
        />
        <FigureCard
          label="Difference"
          isMain
          figure={<Signed minor={(simulated ?? 0) - (actual ?? 0)} currency={currency} />}
          note={`${simulation.winners} would earn more, ${simulation.losers} less`}
        />
      </SimpleGrid>
      <SimulatedMembers simulation={simulation} currency={currency} />
      {changes.length > 0 && (
        <PublishPlanForm
          key={simulation.id}
          simulation={simulation}
          isOneWaiting={plans.planned !== null}
          changes={changes}
          onPublished={props.onPublished}
        />
      )}
    </>
  );
}

/** Commission as a share of the sales value, which excludes VAT. */
function OfSales(props: { part: number | null; of: number | null }) {
  if (!props.of || props.of <= 0) return "No sales in this period";
  const bps = Math.round(((props.part ?? 0) * 10_000) / props.of);
  return `${percentWords(bps)} of the sales value`;
}

type Row = ApiOutputs["commissionPlan"]["simulatedMembers"]["rows"][number];
type By = (typeof simulatedMemberSorts)[number];

const pageSize = 10;
const sorting = {
  sorts: simulatedMemberSorts,
  defaultSort: { by: "change", direction: "desc" },
} as const;
const shows = ["all", "losers", "winners"] as const;

/** Members who earned or would have earned commission: before, after, and the difference. */
function SimulatedMembers(props: { simulation: Simulation; currency: Currency }) {
  const { simulation, currency } = props;
  const list = useSortedListState<By>(sorting);
  const show = shows.find((known) => known === list.param("show")) ?? "all";
  const answer = api.commissionPlan.simulatedMembers.useQuery(
    {
      id: simulation.id,
      page: list.page,
      pageSize,
      show,
      sortBy: list.sort.by,
      sortDirection: list.sort.direction,
      ...given({ search: list.search }),
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <Stack gap="sm">
      <ListViews
        label="Show"
        chosen={show}
        views={[
          { value: "all", label: "All", count: undefined },
          { value: "losers", label: "Earn less", count: simulation.losers },
          { value: "winners", label: "Earn more", count: simulation.winners },
        ]}
        onChosen={(value) => list.change({ show: value === "all" ? null : value })}
      />
      <ListTools
        label="members"
        search={<ListSearch list={list} label="Search members" placeholder="Name" />}
      />
      <DataList
        label="members"
        isPart
        columns={columnsFor(currency)}
        rowKey={({ memberId }) => String(memberId)}
        answer={answer}
        list={list}
        pageSize={pageSize}
        onClearFilters={
          list.search || show !== "all"
            ? () => list.change({ search: null, show: null })
            : undefined
        }
        empty={<Empty title="No commission in this period" />}
      />
    </Stack>
  );
}

function columnsFor(currency: Currency): readonly ListColumn<Row, By>[] {
  return [
    {
      id: "name",
      width: "rest",
      header: "Member",
      sortBy: "name",
      onPhone: "title",
      cell: ({ memberId, name }) => name ?? `Member ${memberId}`,
    },
    {
      id: "level",
      width: 88,
      header: "Level",
      onPhone: "fact",
      cell: ({ level }) => `Level ${level}`,
    },
    {
      id: "actual",
      width: 124,
      header: "Earned",
      sortBy: "actual",
      align: "end",
      onPhone: "fact",
      cell: ({ actual }) => <MoneyText minor={actual} currency={currency} />,
    },
    {
      id: "simulated",
      width: 124,
      header: "Would earn",
      sortBy: "simulated",
      align: "end",
      onPhone: "amount",
      cell: ({ simulated }) => <MoneyText minor={simulated} currency={currency} />,
    },
    {
      id: "delta",
      width: 124,
      header: "Difference",
      sortBy: "delta",
      align: "end",
      onPhone: "status",
      cell: ({ delta }) => (
        <strong>
          <Signed minor={delta} currency={currency} />
        </strong>
      ),
    },
  ];
}

/** An amount with "+" for a gain. */
function Signed(props: { minor: number; currency: Currency }) {
  return (
    <span>
      {props.minor > 0 && "+"}
      <MoneyText minor={props.minor} currency={props.currency} />
    </span>
  );
}

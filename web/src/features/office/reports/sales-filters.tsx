import { SegmentedControl } from "@mantine/core";
import type { SalesQuestion } from "@portal/shared/office/reports/sales-report.ts";
import {
  buyerKinds,
  type SalesGroup,
  salesGroupWords,
  salesGroups,
  salesMethods,
  type SalesSort,
} from "@portal/shared/office/reports/sales-terms.ts";
import { regionNames, type Region, regions } from "@portal/shared/platform/region.ts";
import type { ComponentProps } from "react";
import { api } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { given, idParam, type SortedListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { FilterPill, type ListFilter, oneOfFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import {
  buyerWords,
  type ChosenPeriod,
  groupPlurals,
  methodWords,
  periodIn,
  reportPeriodFilter,
} from "./report-parts.tsx";
import { SellerSearch } from "./seller-search.tsx";

/** Period, grouping, search and filters of the report. */
export function SalesFilters(props: {
  list: SortedListState<SalesSort>;
  question: SalesQuestion;
  period: ChosenPeriod;
  total: number | undefined;
  columns: NonNullable<ComponentProps<typeof ListTools>["columns"]>;
  onClearAll: () => void;
}) {
  const { list, question, period } = props;
  const may = useMayCall();
  const label = groupPlurals[question.groupBy];
  const seller = useSellerFilter(question.sellerId ?? null, (id) =>
    list.change({ seller: id === null ? null : String(id) }),
  );
  const products = useProductOptions(question.productId);
  const isPhone = useIsPhone();
  const when = reportPeriodFilter(period, list.change);
  const group = (
    <SegmentedControl<SalesGroup>
      aria-label="Group by"
      fullWidth={isPhone}
      flex="none"
      value={question.groupBy}
      data={salesGroups.map((value) => ({ value, label: salesGroupWords[value] }))}
      onChange={(chosen) => list.change({ group: chosen, search: null })}
    />
  );
  return (
    <>
      {isPhone && group}
      <ListTools
        label={label}
        total={props.total}
        columns={props.columns}
        pills={2}
        onClearAll={props.onClearAll}
        search={
          <>
            {!isPhone && (
              <>
                <FilterPill {...when} />
                {group}
              </>
            )}
            {canBeSearched(question.groupBy) && (
              <ListSearch list={list} label={`Search ${label}`} placeholder="Name" />
            )}
          </>
        }
        filters={[
          ...(isPhone ? [when] : []),
          ...(may("orders.sellers") ? [seller] : []),
          oneOfFilter({
            name: "Buyer",
            value: question.role ?? null,
            options: buyerKinds.map((value) => ({ value, label: buyerWords[value] })),
            onChange: (role) => list.change({ role }),
          }),
          oneOfFilter({
            name: "Paid by",
            value: question.method ?? null,
            options: salesMethods.map((value) => ({ value, label: methodWords[value] })),
            onChange: (method) => list.change({ method }),
          }),
          oneOfFilter({
            name: "Product",
            value: question.productId === undefined ? null : String(question.productId),
            options: products,
            onChange: (product) => list.change({ product }),
          }),
          oneOfFilter({
            name: "Region",
            value: question.region ?? null,
            options: regions.map((value) => ({ value, label: regionNames[value] })),
            onChange: (chosen) => list.change({ region: chosen }),
          }),
        ]}
      />
    </>
  );
}

/** All products on sale, and the one in the address even if it no longer exists. */
function useProductOptions(chosen: number | undefined) {
  const catalogue = api.catalog.products.useQuery(undefined, { staleTime: 5 * 60_000 });
  const products = (catalogue.data?.products ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
  return chosen === undefined || products.some(({ value }) => value === String(chosen))
    ? products
    : [...products, { value: String(chosen), label: `Product ${chosen}` }];
}

type Address = Pick<SortedListState<SalesSort>, "param" | "search" | "sort">;

/** Whether the rows can be searched by name. */
function canBeSearched(groupBy: SalesGroup): boolean {
  return groupBy === "person" || groupBy === "product";
}

/** The query in the address; invalid values are ignored. */
export function questionIn(
  { param, search, sort }: Address,
  region: Region,
): SalesQuestion & { period: ChosenPeriod } {
  const period = periodIn(param, region, "this-month");
  const groupBy = salesGroups.find((known) => known === param("group")) ?? "product";
  return {
    period,
    from: period.from,
    to: period.to,
    groupBy,
    // Months are chronological by default.
    sort:
      groupBy === "month" && param("sort") === null
        ? { by: "name", direction: "asc" }
        : { ...sort },
    ...given({
      region: regions.find((known) => known === param("region")),
      role: buyerKinds.find((known) => known === param("role")),
      method: salesMethods.find((known) => known === param("method")),
      sellerId: idParam(param("seller")),
      productId: idParam(param("product")),
      search: canBeSearched(groupBy) ? search.slice(0, 100) : null,
    }),
  };
}

/** The address of the same report as a file. */
export function exportAddress(question: SalesQuestion, format: "xlsx" | "csv"): string {
  const { sort, ...rest } = question;
  const fields = { ...rest, sort: sort.by, direction: sort.direction, format };
  const query = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || typeof value === "object" ? [] : [[name, String(value)]],
    ),
  );
  return `/api/sales-report/export?${query.toString()}`;
}

/** A filter by one seller. */
function useSellerFilter(value: number | null, onChange: (id: number | null) => void): ListFilter {
  const may = useMayCall();
  const chosen = api.users.byId.useQuery(
    { id: value ?? 0 },
    { enabled: value !== null && may("users.byId"), retry: false, staleTime: Infinity },
  );
  const name = chosen.data ? `${chosen.data.firstName} ${chosen.data.lastName}` : `Member ${value}`;
  return {
    name: "Seller",
    value: value === null ? null : name,
    onClear: () => onChange(null),
    field: (close) => (
      <SellerSearch
        chosen={value === null ? null : { id: value, name }}
        onChange={(id) => {
          onChange(id);
          close();
        }}
      />
    ),
  };
}

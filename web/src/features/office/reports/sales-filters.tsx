import { NativeSelect, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { SalesQuestion } from "@portal/shared/office/reports/sales-report.ts";
import {
  buyerKinds,
  type SalesGroup,
  salesGroups,
  salesMethods,
  type SalesSort,
} from "@portal/shared/office/reports/sales-terms.ts";
import { type Region, regions } from "@portal/shared/platform/region.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import "../../../theme/mantine-forms.ts";
import "../../../theme/mantine-select.ts";
import { type ListState, SearchBox } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import {
  buyerWords,
  type ChosenPeriod,
  groupWords,
  methodWords,
  periodIn,
  regionWords,
} from "./report-parts.tsx";
import classes from "./reports.module.css";

/** What the report is grouped by and narrowed to. */
export function SalesFilters(props: { list: ListState<SalesSort>; question: SalesQuestion }) {
  const { list, question } = props;
  return (
    <div className={classes.filters} role="search" aria-label="Filters">
      <ListViews<SalesGroup>
        label="Group by"
        chosen={question.groupBy}
        views={salesGroups.map((value) => ({
          value,
          label: `By ${groupWords[value].toLowerCase()}`,
          count: undefined,
        }))}
        onChosen={(group) => list.change({ group, search: null })}
      />
      <div className={classes.choices}>
        <SellerPicker
          value={question.sellerId ?? null}
          onChange={(id) => list.change({ seller: id === null ? null : String(id) })}
        />
        <ProductChoice list={list} chosen={question.productId} />
        <Choice
          label="Buyer"
          all="All buyers"
          value={question.role}
          options={buyerKinds.map((value) => ({ value, label: buyerWords[value] }))}
          onChange={(role) => list.change({ role })}
        />
        <Choice
          label="Paid by"
          all="All methods"
          value={question.method}
          options={salesMethods.map((value) => ({ value, label: methodWords[value] }))}
          onChange={(method) => list.change({ method })}
        />
        <Choice
          label="Region"
          all="All regions"
          value={question.region}
          options={regions.map((value) => ({ value, label: regionWords[value] }))}
          onChange={(region) => list.change({ region })}
        />
        {canBeSearched(question.groupBy) && (
          <div className={classes.search}>
            <SearchBox
              label={`Search ${question.groupBy === "person" ? "people" : "products"}`}
              placeholder="Name"
              value={list.search}
              onSearch={(search) => list.change({ search })}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function ProductChoice(props: { list: ListState<SalesSort>; chosen: number | undefined }) {
  const { list, chosen } = props;
  const catalogue = api.catalog.products.useQuery(undefined, { staleTime: 5 * 60_000 });
  const products = (catalogue.data?.products ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
  const isKnown = chosen === undefined || products.some(({ value }) => value === String(chosen));
  return (
    <Choice
      label="Product"
      all="All products"
      value={chosen === undefined ? undefined : String(chosen)}
      options={
        isKnown ? products : [...products, { value: String(chosen), label: `Product ${chosen}` }]
      }
      onChange={(product) => list.change({ product })}
    />
  );
}

function Choice(props: {
  label: string;
  /** What nothing chosen means. */
  all: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <NativeSelect
      label={props.label}
      value={props.value ?? ""}
      data={[{ value: "", label: props.all }, ...props.options]}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

type Address = Pick<ListState<SalesSort>, "param" | "search" | "sort">;

/** Groups whose rows have a name to search for. */
const searchable: ReadonlySet<SalesGroup> = new Set(["person", "product"]);

function canBeSearched(groupBy: SalesGroup): boolean {
  return searchable.has(groupBy);
}

/** What the address asks for; what it cannot mean is left out. */
export function questionIn(
  { param, search, sort }: Address,
  region: Region,
): SalesQuestion & { period: ChosenPeriod } {
  const period = periodIn(param, region, "this-month");
  const groupBy = salesGroups.find((known) => known === param("group")) ?? "product";
  const asked = regions.find((known) => known === param("region"));
  const role = buyerKinds.find((known) => known === param("role"));
  const method = salesMethods.find((known) => known === param("method"));
  const sellerId = numberIn(param("seller"));
  const productId = numberIn(param("product"));
  return {
    period,
    from: period.from,
    to: period.to,
    groupBy,
    sort: { ...sort },
    ...(asked && { region: asked }),
    ...(role && { role }),
    ...(method && { method }),
    ...(sellerId !== null && { sellerId }),
    ...(productId !== null && { productId }),
    ...(search && canBeSearched(groupBy) && { search: search.slice(0, 100) }),
  };
}

/** Where the same is had as a file. */
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

function numberIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

const searchDelayMs = 300;

/** Whose sales: one member, found by name or code; null for everyone's. */
function SellerPicker(props: { value: number | null; onChange: (id: number | null) => void }) {
  const { value } = props;
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim(), searchDelayMs);
  // Who is in the address has to be read; who was chosen here is known already.
  const chosen = api.users.byId.useQuery(
    { id: value ?? 0 },
    { enabled: value !== null, retry: false, staleTime: Infinity },
  );
  const chosenName = chosen.data
    ? `${chosen.data.firstName} ${chosen.data.lastName}`
    : `Member ${value}`;
  const search = debounced.startsWith(chosenName) ? "" : debounced.slice(0, 100);
  const sellers = api.orders.sellers.useQuery(search ? { search } : {}, {
    placeholderData: keepPreviousData,
  });
  const found = (sellers.data ?? []).map(({ id, fullName, code }) => ({
    value: String(id),
    label: `${fullName} (${code})`,
  }));
  const isKnown = value === null || found.some((each) => each.value === String(value));
  return (
    <Select
      label="Distributor or stockist"
      placeholder="Anyone"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear distributor or stockist" }}
      nothingFoundMessage={sellers.isFetching ? "Searching…" : "No matches found."}
      error={sellers.error ? errorMessage(sellers.error) : undefined}
      data={isKnown ? found : [{ value: String(value), label: chosenName }, ...found]}
      value={value === null ? null : String(value)}
      withScrollArea={false}
      classNames={{ dropdown: classes.dropdown ?? "" }}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(id) => props.onChange(id === null ? null : Number(id))}
    />
  );
}

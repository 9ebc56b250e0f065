import "../../../theme/mantine-forms.ts";
import { NativeSelect } from "@mantine/core";
import type { SalesQuestion } from "@portal/shared/office/reports/sales-report.ts";
import {
  buyerKinds,
  type SalesGroup,
  type SalesSort,
  salesGroups,
  salesMethods,
} from "@portal/shared/office/reports/sales-terms.ts";
import { regions } from "@portal/shared/platform/region.ts";
import { api } from "../../../api/api.ts";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import type { ListState } from "../../../ui/list/use-list-state.ts";
import { buyerWords, groupWords, methodWords, regionWords } from "./report-words.ts";
import { canBeSearched } from "./sales-question.ts";
import { SellerPicker } from "./seller-picker.tsx";
import classes from "./reports.module.css";

/** What the report is grouped by and narrowed to. */
export function SalesFilters(props: { list: ListState<SalesSort>; question: SalesQuestion }) {
  const { list, question } = props;
  return (
    <div className={classes.filters} role="search" aria-label="Filters">
      <FilterTabs<SalesGroup>
        label="Group by"
        chosen={question.groupBy}
        tabs={salesGroups.map((value) => ({
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
          label="Bought by"
          all="Everybody"
          value={question.role}
          options={buyerKinds.map((value) => ({ value, label: buyerWords[value] }))}
          onChange={(role) => list.change({ role })}
        />
        <Choice
          label="Paid by"
          all="Any method"
          value={question.method}
          options={salesMethods.map((value) => ({ value, label: methodWords[value] }))}
          onChange={(method) => list.change({ method })}
        />
        <Choice
          label="Region"
          all="Every region"
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
      all="Every product"
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

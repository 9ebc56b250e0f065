import type { ItemSort } from "@portal/shared/platform/editing.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import type { ListColumn } from "../../../ui/list/data-list.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { StatusText } from "../../../ui/status-text.tsx";
import { EditList, useEditList } from "../../../ui/editing/edit-list.tsx";
import { NamedItem } from "../../../ui/editing/named-item.tsx";
import { ProductPage } from "./product-page.tsx";

type Product = ApiOutputs["products"]["list"]["rows"][number];

/** Everything that the shop sells or sold, with what it costs today. */
export function ProductsScreen() {
  const { list, asked, openId } = useEditList();
  const products = api.products.list.useQuery(asked, { placeholderData: keepPreviousData });
  const currency = products.data?.currency ?? "ZAR";
  const vatBps = products.data?.vatBps ?? 0;
  const terms = useMemo(() => ({ currency, vatBps }), [currency, vatBps]);
  if (openId !== null && (products.data || products.error))
    return <ProductPage key={openId} id={openId} terms={terms} onClose={() => list.open(null)} />;
  return (
    <EditList
      title="Products"
      label="products"
      addLabel="Add a product"
      columns={columnsIn(currency)}
      list={list}
      answer={products}
      emptyText="Add the first one, and the shop has something to sell."
    />
  );
}

function columnsIn(currency: Currency): ListColumn<Product, ItemSort>[] {
  return [
    {
      id: "name",
      header: "Name",
      onCard: "title",
      sortBy: "name",
      cell: ({ name, picture }) => <NamedItem name={name} picture={picture} />,
    },
    { id: "code", header: "Code", onCard: "fact", cell: ({ productCode }) => productCode },
    {
      id: "price",
      header: "Price",
      onCard: "fact",
      align: "end",
      cell: ({ price }) => <MoneyText minor={price} currency={currency} />,
    },
    { id: "state", header: "Status", onCard: "status", cell: (product) => <State {...product} /> },
    {
      id: "updated",
      header: "Updated",
      onCard: "none",
      sortBy: "updated",
      cell: ({ dateUpdated }) => <DayText value={dateUpdated} />,
    },
  ];
}

function State(props: Pick<Product, "hide" | "outOfStock">) {
  if (props.hide) return <StatusText tone="neutral">Discontinued</StatusText>;
  if (props.outOfStock) return <StatusText tone="waiting">Out of stock</StatusText>;
  return <StatusText tone="good">In the shop</StatusText>;
}

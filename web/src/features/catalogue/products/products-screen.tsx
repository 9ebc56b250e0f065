import { type ItemSort, newItemId } from "@portal/shared/platform/editing.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditing, freshAnswer } from "../../../api/for-editing.ts";
import { codedMessage } from "../../../ui/coded-message.ts";
import { DayText } from "../../../ui/days.tsx";
import { EditList, NamedItem, useEditList } from "../../../ui/edit-list.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { type PriceTerms, ProductForm } from "./product-form.tsx";

type ListedProduct = ApiOutputs["products"]["list"]["rows"][number];

export function ProductsScreen() {
  const { list, asked: request, openId } = useEditList();
  const products = api.products.list.useQuery(request, { placeholderData: keepPreviousData });
  const currency = products.data?.currency ?? "ZAR";
  const terms = { currency, vatBps: products.data?.vatBps ?? 0 };
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
      emptyText="Add a product to start selling."
    />
  );
}

function columnsIn(currency: Currency): ListColumn<ListedProduct, ItemSort>[] {
  return [
    {
      id: "name",
      width: "rest",
      header: "Name",
      onPhone: "title",
      sortBy: "name",
      cell: ({ name, picture }) => <NamedItem name={name} picture={picture} />,
    },
    {
      id: "code",
      width: 140,
      header: "Code",
      onPhone: "fact",
      cell: ({ productCode }) => productCode,
    },
    {
      id: "price",
      width: 112,
      header: "Price",
      onPhone: "amount",
      align: "end",
      cell: ({ price }) => <MoneyText minor={price} currency={currency} />,
    },
    {
      id: "state",
      width: 160,
      header: "Status",
      onPhone: "status",
      cell: (product) => <State {...product} />,
    },
    {
      id: "updated",
      width: 124,
      header: "Updated",
      onPhone: "none",
      sortBy: "updated",
      cell: ({ dateUpdated }) => <DayText value={dateUpdated} />,
    },
  ];
}

function State(props: Pick<ListedProduct, "hide" | "outOfStock">) {
  if (props.hide) return <StatusText tone="neutral">Discontinued</StatusText>;
  if (props.outOfStock) return <StatusText tone="waiting">Out of stock</StatusText>;
  return <StatusText tone="good">In the shop</StatusText>;
}

/** The page of one product, edited from the version that was current when the page was opened. */
function ProductPage(props: { id: number; terms: PriceTerms; onClose: () => void }) {
  const { id, terms, onClose } = props;
  const isNew = id === newItemId;
  const product = api.products.byId.useQuery({ id }, { ...forEditing, enabled: !isNew });
  const fresh = freshAnswer(product);
  if (isNew || fresh)
    return <ProductForm product={fresh ?? null} terms={terms} onClose={onClose} />;
  return product.error ? (
    <Failure
      what="the product"
      error={product.error}
      words={codedMessage("load", product.error)}
      onRetry={() => void product.refetch()}
    />
  ) : (
    <Loading what="the product" lines={6} />
  );
}

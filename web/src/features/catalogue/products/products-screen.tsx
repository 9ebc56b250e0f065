import { Box, Group, Image, Paper, Text, Title } from "@mantine/core";
import { productFields, productSchema } from "@portal/shared/catalogue/products.ts";
import {
  type EditField,
  type EditTexts,
  type ItemSort,
  parsePrice,
  ticked,
} from "@portal/shared/platform/editing.ts";
import { type Currency, exclVat, formatMoney } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditing, freshAnswer } from "../../../api/for-editing.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { DayText } from "../../../ui/days.tsx";
import { codedMessage } from "../../../ui/editing/edit-form.tsx";
import { EditList, NamedItem, useEditList } from "../../../ui/editing/edit-list.tsx";
import { editSchema, textsOf, withUnit } from "../../../ui/editing/edit-schema.ts";
import { EditPage, isNew } from "../../../ui/editing/item-editor.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { useCommand } from "../../../ui/use-command.ts";

type ListedProduct = ApiOutputs["products"]["list"]["rows"][number];

export function ProductsScreen() {
  const { list, asked: request, openId } = useEditList();
  const products = api.products.list.useQuery(request, { placeholderData: keepPreviousData });
  const currency = products.data?.currency ?? "ZAR";
  const vatBps = products.data?.vatBps ?? 0;
  const { priceTax } = useRegionWords();
  const terms = useMemo(() => ({ currency, vatBps, priceTax }), [currency, vatBps, priceTax]);
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

type Product = ApiOutputs["products"]["byId"];

/** The page of one product, edited from the version that was current when the page was opened. */
function ProductPage(props: { id: number; terms: PriceTerms; onClose: () => void }) {
  const { id, terms, onClose } = props;
  const product = api.products.byId.useQuery({ id }, { ...forEditing, enabled: !isNew(id) });
  const fresh = freshAnswer(product);
  if (isNew(id) || fresh)
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

function ProductForm(props: { product: Product | null; terms: PriceTerms; onClose: () => void }) {
  const { product, terms, onClose } = props;
  const utils = api.useUtils();
  const save = useCommand(api.products.save, {
    done: ({ proposalId }) => doneWords(proposalId, "Saved!"),
    onDone: onClose,
  });
  const remove = useCommand(api.products.delete, {
    repeatable: true,
    done: "Item deleted.",
    onDone: onClose,
  });
  const id = product?.id ?? -1;
  const schema = useMemo(() => editSchema(productFields, productSchema, { id }), [id]);
  return (
    <EditPage
      area="Products"
      title={product?.name ?? "New product"}
      name="product"
      fields={useMemo(() => productFieldsIn(terms), [terms])}
      initial={textsOf(productFields, product ?? {})}
      schema={schema}
      version={product?.version ?? null}
      readSaved={async () => {
        const newer = await utils.products.byId.fetch({ id }, { staleTime: 0 });
        return { version: newer.version, texts: textsOf(productFields, newer) };
      }}
      save={save}
      remove={product && { ...remove, send: () => remove.send({ id: product.id }) }}
      removeText="You can only delete a product that has never been ordered. Otherwise mark it as Discontinued."
      renderAside={(texts) => <ShopRow texts={texts} currency={terms.currency} />}
      onClose={onClose}
    />
  );
}

/** A preview of the product in the shop, from the typed values. */
function ShopRow(props: { texts: EditTexts; currency: Currency }) {
  const { texts, currency } = props;
  const { name, description, imageId, outOfStockMessage } = texts;
  const price = parsePrice(texts["price"] ?? "");
  const original = parsePrice(texts["originalPrice"] ?? "");
  const isHidden = texts["hide"] === ticked;
  return (
    <Paper p="md" component="section" aria-labelledby="shop-row">
      <Title order={2} size="h3" id="shop-row" mb="sm">
        As shown in the shop
      </Title>
      {isHidden ? (
        <Text size="sm" c="dimmed">
          Discontinued: not shown.
        </Text>
      ) : (
        <Group wrap="nowrap" align="flex-start">
          {imageId && (
            <Image src={`/resources/images/${imageId}?w=320`} w={64} h={64} fit="contain" alt="" />
          )}
          <Box flex={1} miw={0}>
            <Text fw={600}>{name || "New product"}</Text>
            <Text size="sm" c="dimmed" lineClamp={3}>
              {description}
            </Text>
            {texts["outOfStock"] === ticked && (
              <Text size="sm" c="var(--waiting)">
                {outOfStockMessage || "Out of stock"}
              </Text>
            )}
          </Box>
          <Text component="div" ta="end">
            {price !== null && <MoneyText minor={price} currency={currency} />}
            {original !== null && (
              <Text size="sm" c="dimmed" td="line-through">
                <MoneyText minor={original} currency={currency} />
              </Text>
            )}
          </Text>
        </Group>
      )}
    </Paper>
  );
}

/** The currency of prices, and the tax that they include. */
type PriceTerms = Readonly<{ currency: Currency; vatBps: number; priceTax: string }>;

/** The fields with the shop's currency, and a note on the tax in the price. */
function productFieldsIn(terms: PriceTerms): readonly EditField[] {
  const { currency, priceTax } = terms;
  return withUnit(productFields, currency).map((field) =>
    field.name === "price"
      ? {
          ...field,
          help: `Incl. ${priceTax}. Applies to new orders only.`,
          note: (texts) => taxNote(texts, terms),
        }
      : field,
  );
}

function taxNote(texts: EditTexts, { currency, vatBps, priceTax }: PriceTerms): string | null {
  const price = parsePrice(texts["price"] ?? "");
  if (price === null) return null;
  const net = exclVat(price, vatBps);
  return `${formatMoney(net, currency)} and ${formatMoney(price - net, currency)} ${priceTax} (${vatBps / 100}%)`;
}

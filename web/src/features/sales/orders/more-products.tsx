import { Box, Button } from "@mantine/core";
import { deliveryProductCode, firstQuantityOf } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { pictureUrl } from "@portal/shared/platform/pictures.ts";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { QuantityStepper } from "../../../ui/quantity-stepper.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import {
  activeSection,
  changeDraft,
  mainProductId,
  type OrderDraft,
  quantityOf,
  withQuantity,
} from "./order-draft.ts";
import classes from "./order-form.module.css";
import type { Quoted, QuoteState } from "./order-quote.ts";

type Product = ApiOutputs["catalog"]["products"]["products"][number];
type QuotedLines = Quoted["sections"][number]["lines"];

export type ProductsProps = Readonly<{
  draft: OrderDraft;
  quote: QuoteState;
  /** The products shown above the steps, or first in a parcel. */
  opensWith: readonly number[];
}>;

/** The other products of the shop, without those of the opening and the delivery product. */
export function MoreProducts(props: ProductsProps) {
  const { data, others } = useProducts(props.opensWith);
  if (!data || others.length === 0) return null;
  return (
    <section aria-labelledby="more-products" className="stack">
      <h2 id="more-products">Add other products</h2>
      <ProductLines
        draft={props.draft}
        lines={props.quote.quote?.sections[0]?.lines}
        products={others}
      />
    </section>
  );
}

/** The products of the opening, in its order, and all others. */
export function useProducts(opensWith: readonly number[]) {
  const { data, error, isPending, refetch } = api.catalog.products.useQuery(undefined, {
    staleTime: 60_000,
  });
  const products = data?.products ?? [];
  return {
    data,
    error,
    isPending,
    refetch,
    opening: opensWith.flatMap((wanted) => products.find(({ id }) => id === wanted) ?? []),
    others: products.filter(
      ({ id, productCode }) => !opensWith.includes(id) && productCode !== deliveryProductCode,
    ),
  };
}

export function ProductLines(props: {
  draft: OrderDraft;
  /** The server's prices of this part of the order. */
  lines: QuotedLines | undefined;
  products: readonly Product[];
  label?: string;
}) {
  const { data } = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const section = activeSection(props.draft);
  if (!data) return null;
  return (
    <ul className="plain" aria-label={props.label}>
      {props.products.map((product) => (
        <ProductLine
          key={product.id}
          product={product}
          currency={data.currency}
          marginBps={data.marginBps}
          quantity={quantityOf(section, product.id)}
          quoted={props.lines?.find(({ productId }) => productId === product.id)}
        />
      ))}
    </ul>
  );
}

const TellMe = lazyPart(async () => (await import("./back-soon.tsx")).TellMe);

function ProductLine(props: {
  product: Product;
  currency: Currency;
  /** A stockist's discount; 0 for everyone else. */
  marginBps: number;
  quantity: number;
  quoted: QuotedLines[number] | undefined;
}) {
  const { product, currency, marginBps, quantity, quoted } = props;
  const isReduced = product.originalPrice !== null && product.originalPrice > product.price;
  // The stepper stays after the quantity is set back to 0.
  const [hasStepper, setStepper] = useState(quantity > 0 || product.id === mainProductId);
  if (quantity > 0 && !hasStepper) setStepper(true);
  const [wasAdded, setAdded] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const set = (wanted: number) => changeDraft((draft) => withQuantity(draft, product.id, wanted));
  return (
    <li className={classes.product}>
      {product.picture && (
        <img
          className={classes.picture}
          src={pictureUrl(product.picture, 96)}
          width={64}
          height={64}
          loading="lazy"
          alt=""
        />
      )}
      <div className={classes.productWords}>
        <p className="strong">{product.name}</p>
        <p className="quiet">{product.description}</p>
        <p className="strong">
          {marginBps > 0 ? (
            <>
              was <MoneyText minor={product.listPrice} currency={currency} />, with your{" "}
              {marginBps / 100}% discount{" "}
              <strong>
                <MoneyText minor={product.price} currency={currency} />
              </strong>
            </>
          ) : (
            <MoneyText minor={product.price} currency={currency} />
          )}{" "}
          {isReduced && marginBps === 0 && (
            <s className="quiet">
              <MoneyText minor={product.originalPrice ?? 0} currency={currency} />
            </s>
          )}
        </p>
        {quoted && quoted.quantity > 1 && (
          <p className="quiet">
            <MoneyText minor={quoted.lineTotal} currency={currency} /> for {quoted.quantity}
          </p>
        )}
        {product.outOfStock && (
          <p className="small strong">{product.outOfStockButton || "Out of stock"}</p>
        )}
        {product.outOfStock && product.outOfStockMessage && (
          <p className="quiet small">{product.outOfStockMessage}</p>
        )}
        {isAsking && (
          <Box mt="xs">
            <Suspense>
              <TellMe productId={product.id} />
            </Suspense>
          </Box>
        )}
      </div>
      {product.outOfStock && quantity === 0 ? (
        !isAsking && (
          <Button
            variant="default"
            radius="xl"
            aria-label={`Tell me when it is back: ${product.name}`}
            onClick={() => setAsking(true)}
          >
            Tell me when it is back
          </Button>
        )
      ) : hasStepper ? (
        <QuantityStepper
          label={product.name}
          value={quantity}
          // It replaces the button that had the focus.
          isFocused={wasAdded}
          onChange={set}
        />
      ) : (
        <Button
          variant="default"
          radius="xl"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
          aria-label={`Add ${product.name}`}
          onClick={() => {
            setAdded(true);
            set(firstQuantityOf(product.id));
          }}
        >
          Add
        </Button>
      )}
    </li>
  );
}

import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { pictureUrl } from "@portal/shared/platform/pictures.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { QuantityStepper } from "../../../ui/quantity-stepper.tsx";
import {
  activeSection,
  changeDraft,
  mainProductId,
  type OrderDraft,
  quantityOf,
  withQuantity,
} from "./order-draft.ts";
import classes from "./more-products.module.css";
import form from "./order-form.module.css";

type Product = ApiOutputs["catalog"]["products"]["products"][number];

/** What else the shop has, a line each. The bottle of the hero and the delivery line are not among them. */
export function MoreProducts(props: { draft: OrderDraft }) {
  const { data } = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const others = data?.products.filter(
    ({ id, productCode }) => id !== mainProductId && productCode !== deliveryProductCode,
  );
  if (!data || !others || others.length === 0) return null;

  const section = activeSection(props.draft);
  return (
    <section aria-labelledby="more-products" className={form.part}>
      <h2 id="more-products" className={form.heading}>
        Send something else along
      </h2>
      <ul className={classes.list}>
        {others.map((product) => (
          <ProductLine
            key={product.id}
            product={product}
            currency={data.currency}
            marginBps={data.marginBps}
            quantity={quantityOf(section, product.id)}
          />
        ))}
      </ul>
    </section>
  );
}

export function ProductLine(props: {
  product: Product;
  currency: Currency;
  /** A stockist's own discount; 0 for everybody else. */
  marginBps: number;
  quantity: number;
}) {
  const { product, currency, marginBps, quantity } = props;
  const soon = product.outOfStock ? product.outOfStockMessage || "Out of stock" : undefined;
  const isReduced = product.originalPrice !== null && product.originalPrice > product.price;
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
      <div className={classes.words}>
        <p className={classes.name}>{product.name}</p>
        <p className={classes.text}>{product.description}</p>
        <p className={classes.price}>
          {marginBps > 0 ? (
            <MarginPrice {...product} currency={currency} marginBps={marginBps} />
          ) : (
            <MoneyText minor={product.price} currency={currency} />
          )}{" "}
          {isReduced && marginBps === 0 && (
            <s className={classes.text}>
              <MoneyText minor={product.originalPrice ?? 0} currency={currency} />
            </s>
          )}
        </p>
        {product.outOfStock && product.outOfStockMessage && (
          <p className={classes.out}>{product.outOfStockMessage}</p>
        )}
      </div>
      {soon && quantity === 0 ? (
        <span className={classes.badge}>{product.outOfStockButton || "Out of stock"}</span>
      ) : (
        <QuantityStepper
          label={product.name}
          value={quantity}
          blockedReason={soon}
          onChange={(wanted) => changeDraft((draft) => withQuantity(draft, product.id, wanted))}
        />
      )}
    </li>
  );
}

/** A stockist's price with how it came about: was R325.00, your 25 % → R243.75. */
export function MarginPrice(props: {
  listPrice: number;
  price: number;
  currency: Currency;
  marginBps: number;
}) {
  const { currency } = props;
  return (
    <>
      was <MoneyText minor={props.listPrice} currency={currency} />, your {props.marginBps / 100}
      {"\u00a0% → "}
      <strong>
        <MoneyText minor={props.price} currency={currency} />
      </strong>
    </>
  );
}

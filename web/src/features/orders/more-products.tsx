import { deliveryProductCode } from "@portal/shared/constants.ts";
import { api } from "../../api/api.ts";
import { MoneyText } from "../../ui/money-text.tsx";
import { QuantityStepper } from "../../ui/quantity-stepper.tsx";
import { changeDraft } from "./draft-store.ts";
import classes from "./more-products.module.css";
import {
  activeSection,
  mainProductId,
  type OrderDraft,
  quantityOf,
  withQuantity,
} from "./order-draft.ts";
import form from "./order-form.module.css";

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
          <li key={product.id} className={classes.product}>
            <div className={classes.words}>
              <p className={classes.name}>{product.name}</p>
              <p className={classes.price}>
                <MoneyText minor={product.price} currency={data.currency} />
              </p>
              {product.outOfStock && (
                <p className={classes.out}>{product.outOfStockMessage || "Out of stock"}</p>
              )}
            </div>
            <QuantityStepper
              label={product.name}
              value={quantityOf(section, product.id)}
              blockedReason={
                product.outOfStock ? product.outOfStockMessage || "Out of stock" : undefined
              }
              onChange={(quantity) =>
                changeDraft((draft) => withQuantity(draft, product.id, quantity))
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Skeleton } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { Bottle } from "../../../ui/brand-mark.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { QuantityStepper } from "../../../ui/quantity-stepper.tsx";
import { SiteCopy } from "../../../session/site-copy.tsx";
import {
  activeSection,
  changeDraft,
  mainProductId,
  type OrderDraft,
  quantityOf,
  withQuantity,
} from "./order-draft.ts";
import classes from "./order-hero.module.css";

/** The bottle, its price and how many of it: the words are static, so they are there at once. */
export function OrderHero(props: { draft: OrderDraft; onNext: () => void }) {
  const products = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const main = products.data?.products.find(({ id }) => id === mainProductId);
  const quantity = quantityOf(activeSection(props.draft), mainProductId);

  return (
    <div className={`${classes.band} on-ink`}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <PageHeading title="Order" heading="A small bottle, sent to someone you care for" />
          <div className={classes.lead}>
            <SiteCopy name="home.lead">
              <p>50 ml, brought to their door. No account needed.</p>
            </SiteCopy>
          </div>
        </div>
        <Bottle className={classes.bottle} />
        <div className={classes.order}>
          <div className={classes.price}>
            {main && products.data ? (
              <>
                <span className={classes.amount}>
                  <MoneyText minor={main.price} currency={products.data.currency} />
                </span>
                {main.originalPrice !== null && main.originalPrice > main.price && (
                  <s className={classes.before}>
                    <MoneyText minor={main.originalPrice} currency={products.data.currency} />
                  </s>
                )}
                <span className={classes.unit}>a bottle</span>
              </>
            ) : (
              <PricePlace
                hasFailed={products.error !== null}
                onRetry={() => void products.refetch()}
              />
            )}
          </div>
          <QuantityStepper
            label="50 ml bottle"
            value={quantity}
            blockedReason={main?.outOfStock ? main.outOfStockMessage || "Out of stock" : undefined}
            onChange={(wanted) =>
              changeDraft((draft) => withQuantity(draft, mainProductId, wanted))
            }
          />
          <button type="button" className={classes.next} onClick={props.onNext}>
            Next
          </button>
          {main?.outOfStock && (
            <p className={classes.out}>{main.outOfStockMessage || "Out of stock"}</p>
          )}
        </div>
      </div>
    </div>
  );
}

function PricePlace(props: { hasFailed: boolean; onRetry: () => void }) {
  if (!props.hasFailed)
    return <Skeleton className={classes.skeleton ?? ""} width={150} height={36} />;
  return (
    <span className={classes.unit}>
      We could not load the price.{" "}
      <button type="button" className={classes.retry} onClick={props.onRetry}>
        Retry
      </button>
    </span>
  );
}

import { Button, Skeleton } from "@mantine/core";
import { pictureUrl } from "@portal/shared/platform/pictures.ts";
import {
  IconBottle,
  IconBuildingBank,
  IconDroplet,
  IconHeart,
  IconLeaf,
  IconTruck,
} from "@tabler/icons-react";
import { memo, Suspense } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { SiteCopy } from "../../../session/site-copy.tsx";
import { Bottle } from "../../../ui/brand-mark.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { QuantityStepper } from "../../../ui/quantity-stepper.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import {
  activeSection,
  changeDraft,
  mainProductId,
  type OrderDraft,
  quantityOf,
  withQuantity,
} from "./order-draft.ts";
import classes from "./order-form.module.css";

const BackSoon = lazyPart(async () => (await import("./back-soon.tsx")).BackSoon);

/**
 * The main product with its price, quantity and description. The texts are static, so they render immediately. With several
 * recipients the quantities are in the parcels, and only the headline is left.
 */
export function OrderHero(props: { draft: OrderDraft; onNext: () => void }) {
  const { product } = useProduct(mainProductId);
  const people = props.draft.sections.length;
  const isSingle = people === 1;

  return (
    <>
      <div className="on-ink">
        <div className={`${classes.hero} wrap`} data-slim={!isSingle || undefined}>
          <div className={classes.heroWords}>
            <Headline people={people} />
            {isSingle && (
              <Buy {...props} id={mainProductId} label="50 ml bottle" unit="per bottle" />
            )}
          </div>
          <HeroPicture product={product} />
        </div>
      </div>
      {isSingle && <Story />}
    </>
  );
}

/** Drawn again when the number of people changes, and not for every bottle: as the story below. */
const Headline = memo(function Headline({ people }: { people: number }) {
  const isSingle = people === 1;
  return (
    <>
      {isSingle && (
        <div className={classes.eyebrow}>
          <SiteCopy name="home.eyebrow">
            <p>Health supplement</p>
          </SiteCopy>
        </div>
      )}
      <PageHeading
        title="Order"
        heading={
          isSingle
            ? "A small bottle for someone you care about"
            : `Small bottles for ${people} people`
        }
      />
      {isSingle ? (
        <div className={classes.lead}>
          <SiteCopy name="home.lead">
            <p>50 ml, delivered to their door. No account needed.</p>
          </SiteCopy>
        </div>
      ) : (
        <p className={classes.lead}>One order, one payment, {people} parcels.</p>
      )}
    </>
  );
});

export const shopOpensWith: readonly number[] = [mainProductId];

/** One product of the shop; without an id, none. */
export function useProduct(wanted: number | null) {
  const query = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  return { ...query, product: query.data?.products.find(({ id }) => id === wanted) };
}

type Product = ApiOutputs["catalog"]["products"]["products"][number];

/** Until the product is known, and where it has no picture, the bottle. */
export function HeroPicture({ product }: { product: Product | undefined }) {
  return product?.picture ? (
    <img
      className={classes.bottle}
      src={pictureUrl(product.picture, 480)}
      alt=""
      fetchPriority="high"
    />
  ) : (
    <Bottle className={classes.bottle} />
  );
}

/** Price and quantity of the product that the form opens with. Its id is null until it is known. */
export function Buy(props: {
  draft: OrderDraft;
  onNext: () => void;
  id: number | null;
  label: string;
  unit: string;
}) {
  const { draft, id } = props;
  const { data, error, refetch, product: main } = useProduct(id);
  return (
    <>
      <div className={`${classes.price} row`}>
        {main && data ? (
          <>
            <strong>
              <MoneyText minor={main.price} currency={data.currency} />
            </strong>
            {main.originalPrice !== null && main.originalPrice > main.price && (
              <s>
                <MoneyText minor={main.originalPrice} currency={data.currency} />
              </s>
            )}
            <span>{props.unit}</span>
          </>
        ) : data ? (
          <span>
            {data.products.length === 0
              ? "We have no products to order yet."
              : "We do not sell this bottle right now."}
          </span>
        ) : error === null ? (
          <Skeleton opacity={0.18} width={150} height={36} />
        ) : (
          <span>
            We could not load the price.{" "}
            <button type="button" className="link" onClick={() => void refetch()}>
              Try again
            </button>
          </span>
        )}
      </div>
      {main?.outOfStock ? (
        <Suspense fallback={<Skeleton opacity={0.18} maw={440} height={236} />}>
          <BackSoon product={main} />
        </Suspense>
      ) : data && !main ? null : (
        <div className="row">
          {id === null ? (
            <Skeleton opacity={0.18} width={150} height={36} />
          ) : (
            <QuantityStepper
              label={props.label}
              value={quantityOf(activeSection(draft), id)}
              onChange={(wanted) => changeDraft((before) => withQuantity(before, id, wanted))}
            />
          )}
          {/* On a phone it is in the bar at the bottom. */}
          <Button size="lg" color="amber.5" miw={150} className="desk-only" onClick={props.onNext}>
            Next
          </Button>
        </div>
      )}
      <ul className={`${classes.trust} row small desk-only`}>
        <li className="row">
          <IconTruck size={18} stroke={1.7} aria-hidden="true" />
          {data ? (
            <span>
              Delivery <MoneyText minor={data.deliveryPerParcel} currency={data.currency} /> per
              parcel
            </span>
          ) : (
            "Delivery per parcel"
          )}
        </li>
        <li className="row">
          <IconBuildingBank size={18} stroke={1.7} aria-hidden="true" /> Card or bank transfer
        </li>
      </ul>
    </>
  );
}

const story = [
  {
    name: "home.what",
    title: "What it is",
    Icon: IconBottle,
    words: "One 50 ml bottle, packed for the person you send it to.",
  },
  {
    name: "home.ingredients",
    title: "Ingredients",
    Icon: IconLeaf,
    words: "You’ll find the full list on the label.",
  },
  {
    name: "home.use",
    title: "How to use it",
    Icon: IconDroplet,
    words: "Follow the directions on the label.",
  },
  {
    name: "home.suits",
    title: "Who it suits",
    Icon: IconHeart,
    words: "Not sure? Contact us before you order.",
  },
] as const;

/** The product in the office's own texts; empty parts are hidden. */
const Story = memo(function Story() {
  // On a phone the parts are swiped; the keyboard needs the focus for that.
  const isPhone = useIsPhone();
  return (
    <section id="about" aria-label="About the bottle" className={classes.story}>
      <dl className="wrap swipe" tabIndex={isPhone ? 0 : undefined}>
        {story.map(({ name, title, Icon, words }) => (
          <div key={name}>
            <dt>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              {title}
            </dt>
            <dd>
              <SiteCopy name={name}>
                <p>{words}</p>
              </SiteCopy>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
});

/** The legal text of the shop's region, as the office wrote it. */
export function LegalLine() {
  return (
    <div className={`${classes.legal} wrap quiet small`}>
      <SiteCopy name="home.legal" />
    </div>
  );
}

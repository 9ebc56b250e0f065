import { productIdIn } from "@portal/shared/catalogue/product-paths.ts";
import { firstQuantityOf } from "@portal/shared/platform/constants.ts";
import { createElement, useEffect } from "react";
import { useParams } from "wouter";
import { SiteCopy } from "../../../session/site-copy.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import {
  changeDraft,
  mainProductId,
  newDraft,
  type OrderDraft,
  withQuantity,
} from "./order-draft.ts";
import { Buy, HeroPicture, useProduct } from "./order-hero.tsx";
import classes from "./order-form.module.css";

/**
 * The product whose page this is, with its price, quantity and description. Its words came with the page, so they render
 * immediately. With several recipients the quantities are in the parcels, and only the headline is left.
 */
export function ProductHero(props: { draft: OrderDraft; onNext: () => void }) {
  const { slug = "" } = useParams<{ slug?: string }>();
  const { data, product } = useProduct(productIdIn(slug));
  const isGone = data !== undefined && !product;
  const words = product ?? prerenderedWords(slug);
  const people = props.draft.sections.length;

  useEffect(() => {
    if (product && !product.outOfStock) changeDraft((draft) => withOpened(draft, product.id));
  }, [product]);

  return (
    <div className="on-ink">
      <div className={`${classes.hero} wrap`} data-slim={people > 1 || undefined}>
        <div className={classes.heroWords}>
          {people === 1 && (
            <div className={classes.eyebrow}>
              <SiteCopy name="home.eyebrow">
                <p>Health supplement</p>
              </SiteCopy>
            </div>
          )}
          <PageHeading
            title={words.name || "Order"}
            heading={
              people > 1
                ? `Small bottles for ${people} people`
                : isGone
                  ? "We no longer sell this product"
                  : filled("name", words)
            }
          />
          {people > 1 ? (
            <p className={classes.lead}>One order, one payment, {people} parcels.</p>
          ) : (
            !isGone && (
              <>
                <p className={classes.lead}>{filled("description", words)}</p>
                <Buy {...props} id={product?.id ?? null} label={words.name ?? ""} unit="each" />
              </>
            )
          )}
        </div>
        <HeroPicture product={product} />
      </div>
    </div>
  );
}

/**
 * With the product whose page was opened, instead of what a form starts with that nobody has touched. A quantity that
 * the buyer set, 0 included, is kept.
 */
function withOpened(draft: OrderDraft, productId: number): OrderDraft {
  if (draft.sections.some(({ quantities }) => String(productId) in quantities)) return draft;
  const start = draft === newDraft ? withQuantity(draft, mainProductId, 0) : draft;
  return withQuantity(start, productId, firstQuantityOf(productId));
}

type Words = Readonly<Partial<Record<"name" | "description", string>>>;

/** The server fills these elements in the page that it sends. */
function filled(part: keyof Words, words: Words) {
  return createElement("product-words", { "data-part": part }, words[part]);
}

/** The texts in the HTML that the server sent; read before React renders over them. */
const prerendered = typeof document === "undefined" ? null : readPrerendered();

function readPrerendered(): Readonly<{ path: string; words: Words }> {
  const elements = document.querySelectorAll<HTMLElement>("product-words[data-part]");
  const words = Object.fromEntries(
    [...elements].map((element) => [element.dataset["part"], element.textContent]),
  );
  return { path: window.location.pathname, words };
}

/** Of the page that was opened, none of one that was come to later. */
function prerenderedWords(slug: string): Words {
  return prerendered?.path === `/products/${slug}` ? prerendered.words : {};
}

import { collectionHours } from "@portal/shared/platform/constants.ts";
import { Link } from "wouter";
import { Article, type ArticleSection, ShopIdentity } from "./article.tsx";

const sections: readonly ArticleSection[] = [
  {
    id: "when",
    title: "When it is sent",
    body: (
      <p>
        We pack your order once it is paid. Card payments show immediately. Bank transfers can take
        a day or two; email us your proof of payment to speed things up. If we cannot send it within
        30 days, we’ll tell you and refund you.
      </p>
    ),
  },
  {
    id: "cost",
    title: "What delivery costs",
    body: (
      <p>
        You see the delivery price from the first step and in your total before you confirm. Each
        recipient gets their own parcel; large orders may need several.
      </p>
    ),
  },
  {
    id: "south-africa",
    only: "za",
    title: "In South Africa",
    body: (
      <ul>
        <li>A courier delivers to the door and calls the recipient on the day.</li>
        <li>Collection from our office is free, {collectionHours}, by you or your courier.</li>
        <li>Please give a street address: couriers do not deliver to post boxes.</li>
      </ul>
    ),
  },
  {
    id: "united-kingdom",
    only: "uk",
    title: "In the United Kingdom",
    body: <p>Royal Mail delivers at a flat rate, including VAT.</p>,
  },
  {
    id: "late",
    title: "If it does not arrive",
    body: (
      <p>
        <Link href="/contact-us">Contact us</Link> with your order number. We’ll check with the
        courier and, if the parcel is lost, resend it or refund you. See{" "}
        <Link href="/returns-policy">Returns</Link>.
      </p>
    ),
  },
  { id: "who", title: "Who sends it", body: <ShopIdentity /> },
];

export function ShippingInfoScreen() {
  return (
    <Article
      page="shipping-info"
      title="Shipping"
      updated="2026-11-22"
      lead="How and when we deliver."
      sections={sections}
    />
  );
}

import { Link } from "wouter";
import { Article, type ArticleSection, ShopIdentity } from "./article.tsx";

const sections: readonly ArticleSection[] = [
  {
    id: "when",
    title: "When it is sent",
    body: (
      <p>
        An order is packed when it is paid. A card payment shows at once; a bank transfer may take a
        day or two, and sooner if you email us the proof of payment. At the latest an order is sent
        within 30 days; if we cannot do that, we tell you and give the money back.
      </p>
    ),
  },
  {
    id: "cost",
    title: "What delivery costs",
    body: (
      <p>
        The price of delivery stands beside the products from the first step of the order, and is
        part of the total before you confirm it. Each recipient gets a parcel of their own; a very
        large order goes in several.
      </p>
    ),
  },
  {
    id: "south-africa",
    only: "za",
    title: "In South Africa",
    body: (
      <ul>
        <li>A courier brings it to the door, and calls the recipient’s number on the day.</li>
        <li>
          Collecting it at our office is free, Monday to Friday from 9:00 to 15:00, by yourself or
          by a courier of yours.
        </li>
        <li>Please give a street address: couriers do not deliver to post boxes.</li>
      </ul>
    ),
  },
  {
    id: "united-kingdom",
    only: "uk",
    title: "In the United Kingdom",
    body: <p>Royal Mail delivers it, at one flat price with VAT included.</p>,
  },
  {
    id: "late",
    title: "If it does not arrive",
    body: (
      <p>
        <Link href="/contact-us">Write to us</Link> with the order number. We ask the courier, and
        send it again or give the money back if the parcel is lost. More on that stands under{" "}
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
      updated="2026-11-21"
      lead="How an order gets to the person it is for."
      sections={sections}
    />
  );
}

import { Link } from "wouter";
import { Article, type ArticleSection, ShopIdentity } from "./article.tsx";

const sections: readonly ArticleSection[] = [
  {
    id: "before",
    title: "Before it is sent",
    body: (
      <p>
        Unpaid orders are not sent, so you need do nothing. If you have paid and changed your mind,{" "}
        <Link href="/contact-us">contact us</Link> with your order number as soon as you can. If the
        parcel has not left, we’ll stop it.
      </p>
    ),
  },
  {
    id: "damaged",
    title: "Damaged, wrong or missing",
    body: (
      <p>
        Tell us within 10 business days of delivery, with a photo if something is broken. Choose a
        replacement or a refund. We pay for the return.
      </p>
    ),
  },
  {
    id: "south-africa",
    only: "za",
    title: "Changing your mind in South Africa",
    body: (
      <>
        <p>
          You may cancel within 7 days of receiving the parcel, without a reason (Electronic
          Communications and Transactions Act, section 44). The bottles must be unopened. You pay
          only the return postage. We refund you within 30 days.
        </p>
        <p>
          Goods carry the six-month implied warranty of the Consumer Protection Act. If quality is
          poor, choose a replacement or a refund.
        </p>
      </>
    ),
  },
  {
    id: "united-kingdom",
    only: "uk",
    title: "Changing your mind in the United Kingdom",
    body: (
      <>
        <p>
          You may cancel within 14 days of receiving the parcel, without a reason (Consumer
          Contracts Regulations 2013), and have 14 more days to send it back. We refund the price
          and standard delivery within 14 days of getting the goods or proof of postage. Bottles are
          sealed for hygiene: you cannot return them once opened.
        </p>
        <p>
          Whatever you bought must be of satisfactory quality and as described (Consumer Rights Act
          2015). If not, you may return it within 30 days for a refund, even if opened.
        </p>
      </>
    ),
  },
  {
    id: "how",
    title: "How to return something",
    body: (
      <ul>
        <li>
          <Link href="/contact-us">Contact us</Link> with your order number and what you are
          returning.
        </li>
        <li>We’ll reply with the return address. Do not send anything before then.</li>
        <li>We refund your original payment method, or give store credit if you prefer.</li>
      </ul>
    ),
  },
  { id: "who", title: "Who you are buying from", body: <ShopIdentity /> },
];

export function ReturnsPolicyScreen() {
  return (
    <Article
      page="returns-policy"
      title="Returns"
      updated="2026-11-22"
      lead="What to do when something is wrong with an order, or when you have changed your mind."
      sections={sections}
    />
  );
}

import { Link } from "wouter";
import { Article, type ArticleSection, ShopIdentity } from "./article.tsx";

const sections: readonly ArticleSection[] = [
  {
    id: "before",
    title: "Before it is sent",
    body: (
      <p>
        An order that is not paid can simply be left: it is not sent. If you have paid and changed
        your mind, <Link href="/contact-us">write to us</Link> with the order number as soon as you
        can, and we stop the parcel if it has not left.
      </p>
    ),
  },
  {
    id: "damaged",
    title: "Damaged, wrong or missing",
    body: (
      <p>
        Please tell us within 10 business days of receiving the parcel, with a photo if something is
        broken. We send it again or give the money back, as you prefer, and pay for the return.
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
          for sending them back, and nothing else; we give the money back within 30 days.
        </p>
        <p>
          Whatever you bought has the implied warranty of six months of the Consumer Protection Act:
          if it is not of good quality, you choose between a replacement and your money.
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
          Contracts Regulations 2013), and have 14 more days to send it back. We give back the price
          and the standard delivery within 14 days of having the goods or proof that they were sent.
          Bottles are sealed for reasons of hygiene: once the seal is broken, this right ends.
        </p>
        <p>
          Whatever you bought must be of satisfactory quality and as described (Consumer Rights Act
          2015): if it is not, you may return it within 30 days and have your money back, seal or no
          seal.
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
          <Link href="/contact-us">Write to us</Link> with the order number and what you send back.
        </li>
        <li>We answer with the address to send it to. Please do not send anything before.</li>
        <li>
          The money goes back the way it came: to the card, by bank transfer, or as store credit if
          you prefer that.
        </li>
      </ul>
    ),
  },
  { id: "who", title: "Whom the contract is with", body: <ShopIdentity /> },
];

export function ReturnsPolicyScreen() {
  return (
    <Article
      page="returns-policy"
      title="Returns"
      updated="2026-11-21"
      lead="What to do when something is wrong with an order, or when you have changed your mind."
      sections={sections}
    />
  );
}

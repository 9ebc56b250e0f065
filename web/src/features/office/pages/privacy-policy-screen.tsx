import { Link } from "wouter";
import { Article, type ArticleSection, ShopIdentity } from "./article.tsx";

const sections: readonly ArticleSection[] = [
  { id: "who", title: "Who is responsible", body: <ShopIdentity /> },
  {
    id: "what",
    title: "What we keep and why",
    body: (
      <ul>
        <li>
          For an order: the names, addresses, phone numbers and emails of its recipients, what was
          ordered and how it was paid. We need them to deliver, to answer questions and for our
          books.
        </li>
        <li>
          For an account: your name, email, phone number and password. The password is kept in a
          form from which nobody can read it, us included.
        </li>
        <li>
          For distributors and stockists: the place in the network, what was sold and earned, and
          the bank account that we pay to.
        </li>
        <li>
          For security: when and from what kind of device somebody signed in, and who changed what
          in the office.
        </li>
      </ul>
    ),
  },
  {
    id: "health",
    title: "What you tell us about your health",
    body: (
      <p>
        You need not tell us anything about your health. If you share an experience with us, you
        agree that our office reads it. Nobody else does, it is never published without asking you,
        and it is deleted after a year.
      </p>
    ),
  },
  {
    id: "others",
    title: "Who we share it with",
    body: (
      <ul>
        <li>The courier gets the name, address and phone number of whoever a parcel goes to.</li>
        <li>
          The card provider takes your card number on its own page. It never reaches us; we learn
          only whether the payment succeeded.
        </li>
        <li>Those who carry our mails and SMS, for as long as that takes.</li>
        <li>Authorities, where the law obliges us.</li>
      </ul>
    ),
  },
  {
    id: "browser",
    title: "What your browser keeps",
    body: (
      <p>
        Only what the shop needs to work: that you are signed in, the order that you have begun, and
        for 30 days the distributor whose link brought you here. We use no cookies for advertising
        and no statistics of others.
      </p>
    ),
  },
  {
    id: "how-long",
    title: "How long we keep it",
    body: (
      <p>
        Orders and payments as long as tax law asks for. Messages of the contact form, and copies of
        the mails that we sent you, for a year. Your account until you ask us to delete it; then
        your name, address and numbers are removed, and what the books need stays without them.
      </p>
    ),
  },
  {
    id: "marketing",
    title: "Emails we send",
    body: (
      <p>
        Codes, confirmations and news of your order come because you asked for something. We send
        advertising only to those who agreed to it, and each of those mails says how to end it.
      </p>
    ),
  },
  {
    id: "south-africa",
    only: "za",
    title: "Your rights in South Africa",
    body: (
      <p>
        Under the Protection of Personal Information Act (POPIA) you may ask what we hold about you,
        have it corrected or deleted, and object to its use.{" "}
        <Link href="/contact-us">Write to us</Link>, and our information officer answers. If you are
        not content with the answer, you may complain to the Information Regulator. Should anybody
        get hold of your data who must not, we tell you and the Regulator as soon as reasonably
        possible.
      </p>
    ),
  },
  {
    id: "united-kingdom",
    only: "uk",
    title: "Your rights in the United Kingdom",
    body: (
      <p>
        Under the UK GDPR you may ask for a copy of your data, have it corrected, deleted or handed
        over, and object to its use. We use it to fulfil our contract with you, to follow the law,
        and otherwise only with your consent, which you may withdraw at any time. You may complain
        to the Information Commissioner’s Office (ICO).
      </p>
    ),
  },
];

export function PrivacyPolicyScreen() {
  return (
    <Article
      page="privacy-policy"
      title="Privacy policy"
      updated="2026-11-21"
      lead="We keep what it takes to deliver an order and to pay those who sell for us, and nothing for its own sake."
      sections={sections}
    />
  );
}

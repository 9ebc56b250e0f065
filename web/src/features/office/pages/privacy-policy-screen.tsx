import { viaDays } from "@portal/shared/platform/constants.ts";
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
          ordered and how it was paid. We need this to deliver, answer questions and keep our
          accounts.
        </li>
        <li>
          For an account: your name, email, phone number and password. We store passwords so that no
          one, including us, can read them.
        </li>
        <li>
          For distributors and stockists: your place in the network, sales, commission and bank
          account.
        </li>
        <li>For security: sign-in times, device types and changes made in the office.</li>
      </ul>
    ),
  },
  {
    id: "health",
    title: "What you tell us about your health",
    body: (
      <p>
        You do not have to tell us about your health. If you share an experience, you agree that our
        office may read it. No one else sees it, we never publish it without asking you, and we
        delete it after a year.
      </p>
    ),
  },
  {
    id: "others",
    title: "Who we share it with",
    body: (
      <ul>
        <li>The courier gets the recipient’s name, address and phone number.</li>
        <li>
          You enter your card number on the card provider’s page. We never see it; we only learn
          whether you paid.
        </li>
        <li>Our email and SMS providers, only to deliver messages.</li>
        <li>Authorities, where the law requires it.</li>
      </ul>
    ),
  },
  {
    id: "browser",
    title: "What your browser keeps",
    body: (
      <p>
        Only what the shop needs: your sign-in, your current order and, for {viaDays} days, the
        distributor whose link you used. If an advert brought you here, also the number of your
        click, until you close the shop: we send it with your order and see which adverts lead to
        orders. Choose “Necessary only” under “Cookies”, at the end of each page, and we keep no
        such number; in the United Kingdom we ask first. We use no advertising cookies and no
        third-party analytics.
      </p>
    ),
  },
  {
    id: "how-long",
    title: "How long we keep it",
    body: (
      <p>
        Orders and payments: as long as tax law requires. Contact messages and copies of our emails:
        one year. Your address, if you wait for a product: until we have told you, six months at
        most. Your account: until you ask us to delete it. We then remove your name, address and
        numbers and keep only the accounting records. If we paid you commission and the law asks us
        to report that to the tax authority, we keep your name and tax numbers for that alone, until
        five years after the tax year of the last payment.
      </p>
    ),
  },
  {
    id: "marketing",
    title: "Emails we send",
    body: (
      <p>
        We send codes, confirmations and order updates because you asked for something. We may
        remind you of an unpaid order; every reminder tells you how to stop them. We only send
        marketing if you agreed, and every marketing email tells you how to stop it.
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
        <Link href="/contact-us">Contact us</Link> and our information officer will reply. If you
        are not satisfied, you may complain to the Information Regulator. If your data is breached,
        we’ll tell you and the Regulator as soon as reasonably possible.
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
      updated="2026-11-22"
      lead="We keep only what we need to deliver orders and pay our sellers."
      sections={sections}
    />
  );
}

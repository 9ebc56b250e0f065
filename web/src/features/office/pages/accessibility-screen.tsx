import { Link } from "wouter";
import { Article, type ArticleSection, ShopIdentity } from "./article.tsx";

const sections: readonly ArticleSection[] = [
  {
    id: "aim",
    title: "What we aim for",
    body: (
      <p>We build this site to meet WCAG 2.2 level AA and test every page after each change.</p>
    ),
  },
  {
    id: "works",
    title: "What works",
    body: (
      <ul>
        <li>You can use everything with a keyboard and always see where you are.</li>
        <li>You can double the text size. Pages fit narrow screens without sideways scrolling.</li>
        <li>Form errors are explained in words, at the top and next to the field.</li>
        <li>We never rely on colour alone, and we respect reduced-motion settings.</li>
        <li>You can paste codes and passwords. You never have to solve a puzzle.</li>
      </ul>
    ),
  },
  {
    id: "does-not",
    title: "What does not work yet",
    body: (
      <ul>
        <li>
          We do not control the card provider’s page. If you cannot use it, pay by bank transfer.
        </li>
        <li>Not every training video has captions.</li>
      </ul>
    ),
  },
  {
    id: "help",
    title: "If you have a problem",
    body: (
      <p>
        <Link href="/contact-us">Contact us</Link> or use WhatsApp and tell us which page. We can
        take your order ourselves, and we’ll fix the page.
      </p>
    ),
  },
  { id: "who", title: "Who answers", body: <ShopIdentity /> },
];

export function AccessibilityScreen() {
  return (
    <Article
      page="accessibility"
      title="Accessibility"
      updated="2026-11-22"
      lead="Everyone should be able to use this shop."
      sections={sections}
    />
  );
}

import { Link } from "wouter";
import { Article, type ArticleSection, ShopIdentity } from "./article.tsx";

const sections: readonly ArticleSection[] = [
  {
    id: "aim",
    title: "What we aim for",
    body: (
      <p>
        We build these pages to meet the Web Content Accessibility Guidelines 2.2 at level AA, and
        check every page against them each time that something changes.
      </p>
    ),
  },
  {
    id: "works",
    title: "What works",
    body: (
      <ul>
        <li>Everything can be done by keyboard alone, and you can see where you are.</li>
        <li>Text can be made twice as large, and fits a narrow screen without moving sideways.</li>
        <li>What is wrong in a form is said in words, in one place and beside the field.</li>
        <li>
          Nothing is told by colour alone, and nothing moves if your device asks for less motion.
        </li>
        <li>
          Codes and passwords can be pasted, and no puzzle has to be solved to prove anything.
        </li>
      </ul>
    ),
  },
  {
    id: "does-not",
    title: "What does not work yet",
    body: (
      <ul>
        <li>
          The page of the card provider is not ours. If it keeps you out, pay by bank transfer.
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
        <Link href="/contact-us">Write to us</Link> or use WhatsApp, and say which page it was. We
        take your order ourselves if need be, and mend the page.
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
      updated="2026-11-21"
      lead="This shop is for everybody, whatever they see, hear or hold."
      sections={sections}
    />
  );
}

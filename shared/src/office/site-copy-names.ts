/** Every text of the site that the office can edit, by page. */
export const siteCopyPages = {
  home: {
    title: "Home page",
    path: "/",
    texts: {
      lead: "Lead",
      eyebrow: "Above the headline",
      what: "What it is",
      ingredients: "Ingredients",
      use: "How to use it",
      suits: "Who it suits",
      legal: "Legal line above the footer",
    },
  },
  "privacy-policy": {
    title: "Privacy policy",
    path: "/privacy-policy",
    texts: {
      lead: "Lead",
      what: "What we keep and why",
      health: "What you tell us about your health",
      others: "Who we share it with",
      browser: "What your browser keeps",
      "how-long": "How long we keep it",
      marketing: "Emails we send",
      "south-africa": "Your rights in South Africa",
      "united-kingdom": "Your rights in the United Kingdom",
    },
  },
  "returns-policy": {
    title: "Returns",
    path: "/returns-policy",
    texts: {
      lead: "Lead",
      before: "Before it is sent",
      damaged: "Damaged, wrong or missing",
      "south-africa": "In South Africa",
      "united-kingdom": "In the United Kingdom",
      how: "How to return it",
    },
  },
  "shipping-info": {
    title: "Shipping",
    path: "/shipping-info",
    texts: {
      lead: "Lead",
      when: "When it is sent",
      cost: "What delivery costs",
      "south-africa": "In South Africa",
      "united-kingdom": "In the United Kingdom",
      late: "If it does not arrive",
    },
  },
  accessibility: {
    title: "Accessibility",
    path: "/accessibility",
    texts: {
      lead: "Lead",
      aim: "What we aim for",
      works: "What works",
      "does-not": "What does not work yet",
      help: "If you have a problem",
    },
  },
  "contact-us": { title: "Contact us", path: "/contact-us", texts: { intro: "Introduction" } },
  "distributor-landing": {
    title: "Distributor's landing page",
    path: "/distributor/landing",
    texts: { intro: "Introduction" },
  },
  "stockist-landing": {
    title: "Stockist's landing page",
    path: "/stockist/landing",
    texts: { intro: "Introduction" },
  },
} as const satisfies Readonly<
  Record<string, { title: string; path: string; texts: Readonly<Record<string, string>> }>
>;

export type SiteCopyPage = keyof typeof siteCopyPages;
/** For example `privacy-policy.what`. */
export type SiteCopyName = {
  [Page in SiteCopyPage]: `${Page}.${keyof (typeof siteCopyPages)[Page]["texts"] & string}`;
}[SiteCopyPage];

export const siteCopyNames: ReadonlyMap<string, string> = new Map(
  Object.entries(siteCopyPages).flatMap(([page, { title, texts }]) =>
    Object.entries(texts).map(([text, name]) => [`${page}.${text}`, `${title}: ${name}`] as const),
  ),
);

export function isSiteCopyName(name: string): name is SiteCopyName {
  return siteCopyNames.has(name);
}

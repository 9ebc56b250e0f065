import { publicPages } from "@portal/shared/platform/public-pages.ts";
import { shopName } from "@portal/shared/platform/constants.ts";
import { type Currency, decimalText } from "@portal/shared/platform/money.ts";
import { type Picture, pictureUrl } from "@portal/shared/platform/pictures.ts";
import { productPath } from "@portal/shared/catalogue/product-paths.ts";
import { escapeHtml, inOneLine } from "../../platform/messages/fill-words.ts";

/** What search engines and messengers show of a page. The texts may hold any characters. */
export type PageHead = Readonly<{
  title: string;
  description: string;
  /** The one address of the page; null where search engines must not list it. */
  canonical: string | null;
  /** The URL of the picture. */
  picture: string;
  kind: "website" | "product";
  /** Structured data (schema.org); null for none. */
  data: object | null;
}>;

/** A product as a guest sees it. Amounts in minor units. */
export type SharedProduct = Readonly<{
  id: number;
  name: string;
  description: string;
  price: number;
  outOfStock: boolean;
  picture: Picture | null;
}>;

const productPictureWidth = 960;

/** The picture of pages that have none of their own, 1200 by 630 pixels. */
function pictureOfShop(publicUrl: string): string {
  return `${publicUrl}/social.png`;
}

/** The head of a page without a product. `path` is null for pages that search engines must not list. */
export function headOfPage(
  { title, description }: Readonly<{ title: string; description: string }>,
  path: string | null,
  publicUrl: string,
): PageHead {
  return {
    title,
    description,
    canonical: path === null ? null : publicUrl + path,
    picture: pictureOfShop(publicUrl),
    kind: "website",
    data: path === "/" ? { "@context": "https://schema.org", "@graph": shopData(publicUrl) } : null,
  };
}

/** The head of a product's page, with the price that the server would charge a guest. */
export function headOfProduct(
  product: SharedProduct,
  currency: Currency,
  publicUrl: string,
): PageHead {
  const url = publicUrl + productPath(product);
  const picture = product.picture
    ? publicUrl + pictureUrl(product.picture, productPictureWidth)
    : pictureOfShop(publicUrl);
  const name = inOneLine(product.name);
  const description = shortened(inOneLine(product.description)) || publicPages["/"].description;
  return {
    title: `${name} – ${shopName}`,
    description,
    canonical: url,
    picture,
    kind: "product",
    data: {
      "@context": "https://schema.org",
      "@type": "Product",
      name,
      description,
      url,
      image: picture,
      sku: String(product.id),
      brand: { "@type": "Brand", name: shopName },
      offers: {
        "@type": "Offer",
        url,
        price: decimalText(product.price),
        priceCurrency: currency,
        availability: `https://schema.org/${product.outOfStock ? "OutOfStock" : "InStock"}`,
        itemCondition: "https://schema.org/NewCondition",
        seller: { "@type": "Organization", name: shopName, url: `${publicUrl}/` },
      },
    },
  };
}

function shopData(publicUrl: string): object[] {
  const url = `${publicUrl}/`;
  return [
    { "@type": "Organization", name: shopName, url, logo: `${publicUrl}/icon.svg` },
    { "@type": "WebSite", name: shopName, url },
  ];
}

/** At most 200 characters, as many as messengers show: cut between two words, and never inside a character. */
function shortened(text: string): string {
  const [start = ""] = /^.{0,199}/su.exec(text) ?? [];
  return start === text ? text : `${start.replace(/\s+\S*$/, "")}…`;
}

/** A built page with this head instead of the one that all pages are built with; a page without a head is unchanged. */
export function withHead(html: string, head: PageHead): string {
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(head.title)}</title>`)
    .replace(
      /<meta name="description" content="[^"]*"/,
      () => `<meta name="description" content="${escapeHtml(head.description)}"`,
    )
    .replace("</head>", () => `${tagsOf(head)}</head>`);
}

function tagsOf({ title, description, canonical, picture, kind, data }: PageHead): string {
  const properties = [
    ["og:site_name", shopName],
    ["og:type", kind],
    ["og:title", title],
    ["og:description", description],
    ["og:image", picture],
    ...(canonical === null ? [] : [["og:url", canonical] as const]),
  ] as const;
  return [
    ...(canonical === null ? [] : [`<link rel="canonical" href="${escapeHtml(canonical)}">`]),
    ...properties.map(
      ([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(data === null ? [] : [`<script type="application/ld+json">${jsonInHtml(data)}</script>`]),
  ].join("");
}

/** No sign of it can end the element that it stands in. Data blocks are not scripts: the content security policy lets them be. */
function jsonInHtml(data: object): string {
  return JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const productWords =
  /(<product-words data-part="(name|description)"[^>]*>)[^<]*(<\/product-words>)/g;

/** The prerendered page of any product, with the words of this one. */
export function withProductWords(
  html: string,
  product: Readonly<Record<"name" | "description", string>>,
): string {
  return html.replaceAll(
    productWords,
    (_, start: string, part: "name" | "description", end: string) =>
      start + escapeHtml(product[part]) + end,
  );
}

/** Every page that search engines list (sitemaps.org). */
export function sitemapOf(publicUrl: string, products: readonly SharedProduct[]): string {
  const urls = [...Object.keys(publicPages), ...products.map(productPath)]
    .map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>\n`)
    .join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`;
}

/**
 * Pages that links with secrets lead to may be read: they answer "noindex", while an address that must not be read may still
 * be listed.
 */
export function robotsOf(publicUrl: string): string {
  const closed = [
    "/admin",
    "/distributor",
    "/stockist",
    "/system",
    "/office/",
    "/statements/",
    "/api/",
  ];
  return `User-agent: *
${closed.map((path) => `Disallow: ${path}\n`).join("")}
Sitemap: ${publicUrl}/sitemap.xml
`;
}

/** Of the office's host. */
export const closedRobots = "User-agent: *\nDisallow: /\n";

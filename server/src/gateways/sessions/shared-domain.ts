/**
 * The domain that shop and office share, if one of them is the other's parent: `shop.co.za` for `www.shop.co.za` and
 * `office.shop.co.za`. Siblings like `a.example.com` and `b.example.com` share none: only the public suffix list could
 * tell whether their parent belongs to others too.
 *
 * @returns null if each host has its own sign-in
 */
export function sharedDomain(shopUrl: string, officeUrl: string): string | null {
  const [shop, office] = [hostOf(shopUrl), hostOf(officeUrl)];
  if (new URL(shopUrl).hostname === new URL(officeUrl).hostname) return null;
  if (!isDomain(shop) || !isDomain(office)) return null;
  if (office.endsWith(`.${shop}`) || office === shop) return shop;
  return shop.endsWith(`.${office}`) ? office : null;
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

/** A cookie cannot be set for `localhost` or for an IP address. */
function isDomain(host: string): boolean {
  return host.includes(".") && !/^[\d.]+$/.test(host) && !host.includes(":");
}

/**
 * The domain that shop and office share, where one of them is the other's parent: `shop.co.za` for `www.shop.co.za` and
 * `office.shop.co.za`. Two hosts side by side, like `a.example.com` and `b.example.com`, share none: their parent may
 * be anybody's, which only a list of all public suffixes could tell.
 *
 * @returns null where each host has its own sign-in
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

/** `localhost` and numbers are no domain that a cookie can be for. */
function isDomain(host: string): boolean {
  return host.includes(".") && !/^[\d.]+$/.test(host) && !host.includes(":");
}

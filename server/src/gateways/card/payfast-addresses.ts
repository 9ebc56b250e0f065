/** The provider's published addresses, https://developers.payfast.co.za, read in November 2026. */
const published = [
  "197.97.145.144/28",
  "41.74.179.192/27",
  "102.216.36.0/28",
  "102.216.36.128/28",
  "144.126.193.139/32",
] as const;

/** Its hosts, whose addresses move now and then, and may send as well. */
const hosts = [
  "www.payfast.co.za",
  "sandbox.payfast.co.za",
  "w1w.payfast.co.za",
  "w2w.payfast.co.za",
] as const;

/** Where payments go and notifications come from, by mode. The stand-in lives in our own server. */
export const payfastAddresses = {
  local: { baseUrl: null, cidrs: ["127.0.0.0/8", "::1/128"], hosts: [] },
  sandbox: { baseUrl: "https://sandbox.payfast.co.za", cidrs: published, hosts },
  live: { baseUrl: "https://www.payfast.co.za", cidrs: published, hosts },
} as const;

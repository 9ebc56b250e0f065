import { z } from "zod";
import type { Log } from "../../platform/log.ts";

/** One address of a UK postcode, in the lines of the address form. */
export type FoundAddress = {
  line1: string;
  line2: string;
  line3: string;
  town: string;
  /** In degrees, of the address or of its postcode; null if the service does not know. */
  latitude: number | null;
  longitude: number | null;
};

/** Finds the addresses of a postcode; null if no service is configured. */
export type AddressLookup = Readonly<{
  /** Empty also if the service did not answer; people then type their address. */
  find: (postcode: string) => Promise<FoundAddress[]>;
}> | null;

const timeoutMs = 4000;
const addressesMax = 100;
const line = z
  .string()
  .nullish()
  .transform((text) => (text ?? "").trim().slice(0, 200));

const where = { latitude: degrees(90), longitude: degrees(180) };
const lines = { line_1: line, line_2: line, line_3: line };

/** The two response formats of such services. The first has the coordinates of the postcode, the second of each address. */
const answerSchema = z.union([
  z.object({ ...where, addresses: z.array(z.object({ ...lines, ...where, town_or_city: line })) }),
  z.object({ result: z.array(z.object({ ...lines, ...where, post_town: line })) }),
]);

/**
 * Replaces `{postcode}` in the URL, or appends the postcode to its path. The URL contains a key, so it is never logged.
 */
export function openAddressLookup(url: string | null, log: Pick<Log, "warn">): AddressLookup {
  if (url === null) return null;
  return {
    async find(postcode) {
      try {
        return await fetchAddresses(addressFor(url, postcode));
      } catch (error) {
        const reason = error instanceof Error ? error.name : "unknown";
        log.warn({ reason }, "the address service did not answer");
        return [];
      }
    },
  };
}

function addressFor(url: string, postcode: string): string {
  const encoded = encodeURIComponent(postcode.replaceAll(" ", ""));
  // Parsing the URL of the environment has escaped the braces.
  const placeholder = /\{postcode\}|%7Bpostcode%7D/i;
  if (placeholder.test(url)) return url.replace(placeholder, encoded);
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, "")}/${encoded}`;
  return address.href;
}

async function fetchAddresses(address: string): Promise<FoundAddress[]> {
  const response = await fetch(address, {
    redirect: "error",
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  // The postcode is unknown.
  if (response.status === 404) return [];
  if (!response.ok) throw new Error("refused");
  const answer = answerSchema.parse(await response.json());
  const found =
    "addresses" in answer
      ? answer.addresses.map((each) => ({
          ...each,
          town: each.town_or_city,
          location: located(each) ?? located(answer),
        }))
      : answer.result.map((each) => ({
          ...each,
          town: each.post_town,
          location: located(each),
        }));
  return found
    .filter(({ line_1 }) => line_1.length > 1)
    .slice(0, addressesMax)
    .map(({ line_1: line1, line_2: line2, line_3: line3, town, location }) => {
      return { line1, line2, line3, town, ...(location ?? nowhere) };
    });
}

const nowhere = { latitude: null, longitude: null };

/** Null unless both coordinates are known. */
function located({ latitude, longitude }: Readonly<Record<keyof typeof where, number | null>>) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** A number, or text that is one. An invalid coordinate becomes null, because the address lines are still useful. */
function degrees(most: number) {
  return z
    .unknown()
    .optional()
    .transform((given): number | null => {
      const isWritten = typeof given === "string" && /^-?\d{1,3}(\.\d{1,20})?$/.test(given);
      const value = isWritten ? Number(given) : given;
      return typeof value === "number" && Math.abs(value) <= most ? value : null;
    });
}

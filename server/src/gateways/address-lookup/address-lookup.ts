import { z } from "zod";
import type { Log } from "../../caller.ts";

/** One address of a postcode of the United Kingdom, in the lines that the form has. */
export type FoundAddress = {
  line1: string;
  line2: string;
  line3: string;
  town: string;
  /** In degrees, of the address or of its postcode; null where the service does not say. */
  latitude: number | null;
  longitude: number | null;
};

/** Finds the addresses of a postcode; null where this installation has no such service. */
export type AddressLookup = Readonly<{
  /** Empty where there is none, or where the service did not answer: then people type it. */
  find: (postcode: string) => Promise<FoundAddress[]>;
}> | null;

export function openAddressLookup(url: string | null, log: Pick<Log, "warn">): AddressLookup {
  return url === null ? null : webAddressLookup({ url, log });
}

const timeoutMs = 4000;
const addressesMax = 100;
const line = z
  .string()
  .nullish()
  .transform((text) => (text ?? "").trim().slice(0, 200));

const where = { latitude: degrees(90), longitude: degrees(180) };
const lines = { line_1: line, line_2: line, line_3: line };

/**
 * The two forms that such services answer in: by list, or by result. The first says
 * where the postcode is, the second where each address is.
 */
const answerSchema = z.union([
  z.object({ ...where, addresses: z.array(z.object({ ...lines, ...where, town_or_city: line })) }),
  z.object({ result: z.array(z.object({ ...lines, ...where, post_town: line })) }),
]);

/**
 * A service over the web. `{postcode}` in its address is replaced; without it the postcode is the last part of the path.
 * The address holds a key, so it stands in no log.
 */
export function webAddressLookup({
  url,
  log,
}: Readonly<{ url: string; log: Pick<Log, "warn"> }>): NonNullable<AddressLookup> {
  return {
    async find(postcode) {
      try {
        return await ask(addressFor(url, postcode));
      } catch (error) {
        const reason = error instanceof Error ? error.name : "unknown";
        log.warn({ reason }, "the address service did not answer");
        return [];
      }
    },
  };
}

function addressFor(url: string, postcode: string): string {
  const wanted = encodeURIComponent(postcode.replaceAll(" ", ""));
  // A web address that was read from the environment has its braces escaped.
  const place = /\{postcode\}|%7Bpostcode%7D/i;
  if (place.test(url)) return url.replace(place, wanted);
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, "")}/${wanted}`;
  return address.href;
}

async function ask(address: string): Promise<FoundAddress[]> {
  const response = await fetch(address, {
    redirect: "error",
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  // A postcode that they do not know is no failure.
  if (response.status === 404) return [];
  if (!response.ok) throw new Error("refused");
  const answer = answerSchema.parse(await response.json());
  const found =
    "addresses" in answer
      ? answer.addresses.map(({ town_or_city: town, ...each }) => ({
          ...each,
          ...(located(each) ?? located(answer) ?? nowhere),
          town,
        }))
      : answer.result.map(({ post_town: town, ...each }) => ({
          ...each,
          ...(located(each) ?? nowhere),
          town,
        }));
  return found
    .filter(({ line_1 }) => line_1.length > 1)
    .slice(0, addressesMax)
    .map(({ line_1: line1, line_2: line2, line_3: line3, town, latitude, longitude }) => {
      return { line1, line2, line3, town, latitude, longitude };
    });
}

const nowhere = { latitude: null, longitude: null };

/** One half of a pair is no place. */
function located({ latitude, longitude }: Readonly<Record<keyof typeof where, number | null>>) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** A number, also one in quotes. What is no place on earth is none: the lines are wanted all the same. */
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

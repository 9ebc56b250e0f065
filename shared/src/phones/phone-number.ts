/** Countries whose numbers are understood in national form (readings 7). */
export const phoneCountries = ["ZA", "GB", "US"] as const;
export type PhoneCountry = (typeof phoneCountries)[number];

/** @returns the number in international form, or null where it is none of that country or any other. */
export function parsePhone(_typed: string, _country: PhoneCountry): string | null {
  throw new Error("not built yet");
}

/** As people of its country write it: "082 123 4567". */
export function nationalPhone(_international: string): string {
  throw new Error("not built yet");
}

import type { Region } from "./region.ts";

/** What people of a region call what they are asked for. */
export type RegionWords = Readonly<{
  cell: string;
  cellNumber: string;
  postalCode: string;
  province: string;
}>;

const words: Readonly<Record<Region, RegionWords>> = {
  za: {
    ...{ cell: "Cell", cellNumber: "Cell number" },
    ...{ postalCode: "Postal code", province: "Province" },
  },
  uk: {
    ...{ cell: "Mobile", cellNumber: "Mobile number" },
    ...{ postalCode: "Postcode", province: "County" },
  },
  usa: {
    ...{ cell: "Cell", cellNumber: "Cell number" },
    ...{ postalCode: "ZIP code", province: "State" },
  },
};

export function regionWords(region: Region): RegionWords {
  return words[region];
}

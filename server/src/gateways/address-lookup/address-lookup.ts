/** One address of a postcode of the United Kingdom, in the lines that the form has. */
export type FoundAddress = {
  line1: string;
  line2: string;
  line3: string;
  town: string;
};

/** Finds the addresses of a postcode; null where this installation has no such service. */
export type AddressLookup = Readonly<{
  /** Empty where there is none, or where the service did not answer: then people type it. */
  find: (postcode: string) => Promise<FoundAddress[]>;
}> | null;

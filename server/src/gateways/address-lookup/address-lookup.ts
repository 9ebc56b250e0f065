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

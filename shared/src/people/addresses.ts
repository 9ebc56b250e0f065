import { z } from "zod";
import { addressIdSchema, commandIdSchema } from "../platform/ids.ts";
import type { AddressPlace, Country } from "../platform/region.ts";
import { emailSchema } from "../platform/email.ts";

/** Specification, section 5, "Recipient dialog". */
const searchNeeded = "Please enter a post code or suburb name";

/** A whole number is a post code, anything else the name of a suburb or town. */
export function isPostCode(typed: string): boolean {
  return /^\d+$/.test(typed.trim());
}

export const postCodeSchema = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/, searchNeeded);
export const placeNameSchema = z.string().trim().min(1, searchNeeded).max(50);

/** `sw1a1aa` becomes `SW1A 1AA`. */
export const ukPostcodeSchema = z
  .string()
  .max(12)
  .transform((typed) =>
    typed
      .toUpperCase()
      .replaceAll(/\s/g, "")
      .replace(/^(.+)(.{3})$/, "$1 $2"),
  )
  .pipe(
    z
      .string()
      .regex(
        /^(GIR 0AA|[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2})$/,
        "Please enter a postcode like SW1A 1AA",
      ),
  );

export const byPostCodeSchema = z.object({ postCode: postCodeSchema });
export const byPlaceNameSchema = z.object({ name: placeNameSchema });
export const byUkPostcodeSchema = z.object({ postcode: ukPostcodeSchema });

export const addressKinds = ["Residential", "Business"] as const;

/** Specification, section 5, "Recipient dialog". */
export const placeNeeded = "Please select a place.";

/** Spaces are taken out as the specification has them taken out while typing. */
const withoutSpaces = z.string().transform((typed) => typed.replaceAll(/\s/g, ""));
const optionalLine = z.string().trim().max(200).optional();

const name = {
  recipientFirstName: z.string().trim().min(2, "First name is required.").max(100),
  recipientLastName: z.string().trim().min(2, "Last name is required.").max(100),
};

const mailAndStreet = {
  recipientEmail: withoutSpaces.pipe(
    z.string().min(1, "Recipient email is required.").pipe(emailSchema),
  ),
  businessOrResidential: z.enum(addressKinds, "Please choose an address type"),
  streetAddress: z.string().trim().min(2, "Required").max(200),
};

const vatNo = z.string().trim().max(50).optional();

/** Where the street is on a map, as a service said that found it; nobody types it. Both or none. */
const coordinates = { latitude: degrees("latitude", 90), longitude: degrees("longitude", 180) };

function degrees(which: string, most: number) {
  const words = `Enter a ${which} from −${most} to ${most}`;
  return z.number(words).min(-most, words).max(most, words).nullish();
}

const southAfrican = {
  ...name,
  recipientCell: withoutSpaces.pipe(
    z
      .string()
      .regex(
        /^\d{10}$/,
        "Please enter a 10-digit SA phone number without country code, spaces, or special characters",
      ),
  ),
  recipientAltNumber: withoutSpaces
    .pipe(z.string().regex(/^(?:[\d+()-]{10})?$/, "Phone number format is required."))
    .optional(),
  ...mailAndStreet,
  complexBuilding: optionalLine,
  vatNo,
  ...coordinates,
};

const suburbLength = 4;

/** A place of the courier's list; its suburb may be corrected. */
const atPlaceSchema = z.object({
  ...southAfrican,
  entry: z.literal("place"),
  placeId: z.coerce.number<string | number>(placeNeeded).int(placeNeeded).min(1, placeNeeded),
  manualSuburb: z
    .string()
    .trim()
    .max(100)
    .refine((typed) => typed === "" || typed.length >= suburbLength, "Required")
    .optional(),
});

/** For whoever does not find their place. */
const byHandSchema = z.object({
  ...southAfrican,
  entry: z.literal("manual"),
  manualSuburb: z.string().trim().min(suburbLength, "Required").max(100),
  town: z.string().trim().min(2, "Required").max(100),
  province: z.string().trim().min(2, "Required").max(100),
  postalCode: z
    .string()
    .trim()
    .regex(/^\d{4}$/, "Please enter the four figures of the postal code"),
});

/** `streetAddress` is the first line of the address. */
const britishSchema = z.object({
  ...name,
  entry: z.literal("uk"),
  recipientCell: withoutSpaces.pipe(
    z.string().regex(/^07\d{9}$/, "Please enter a UK mobile number like 07400 123456"),
  ),
  recipientAltNumber: withoutSpaces
    .pipe(z.string().regex(/^(?:0\d{9,10})?$/, "Phone number format is required."))
    .optional(),
  ...mailAndStreet,
  // Mistakes are listed in the order of the fields: whoever types a postcode first may have the rest found.
  postalCode: ukPostcodeSchema,
  streetAddress: mailAndStreet.streetAddress,
  line2: optionalLine,
  line3: optionalLine,
  town: z.string().trim().min(2, "Required").max(100),
  vatNo,
  ...coordinates,
});

/** `10001`, or `10001-1234`, with or without the hyphen. */
const zipCodeSchema = z
  .string()
  .max(20)
  .transform((typed) => typed.replaceAll(/\s/g, "").replace(/^(\d{5})(\d{4})$/, "$1-$2"))
  .pipe(z.string().regex(/^\d{5}(-\d{4})?$/, "Please enter a ZIP code like 10001 or 10001-1234"));

/** Ten figures, however they are written: area codes and exchanges begin with 2 to 9. */
const americanNumber = z
  .string()
  .max(30)
  .transform((typed) => nationalNumber(typed, "US"))
  .pipe(
    z
      .string()
      .regex(/^(?:[2-9]\d{2}){2}\d{4}$/, "Please enter a US phone number like (201) 555-0123"),
  );

/** The letters alone, because the browser checks them before it shows the names (`provinces.ts`). */
const americanState =
  /^(A[AEKLPRSZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])$/;

/** `streetAddress` is the first line of the address, `town` the city, `province` the state's two letters. */
const americanSchema = z.object({
  ...name,
  entry: z.literal("us"),
  recipientCell: americanNumber,
  recipientAltNumber: z.union([z.literal(""), americanNumber]).optional(),
  ...mailAndStreet,
  line2: optionalLine,
  town: z.string().trim().min(2, "Required").max(100),
  province: z.string().trim().toUpperCase().regex(americanState, "Please choose a state"),
  postalCode: zipCodeSchema,
  vatNo,
  ...coordinates,
});

/** A recipient as the dialog asks for one (specification, section 5, "Recipient dialog"). */
export const recipientSchema = z
  .discriminatedUnion(
    "entry",
    [atPlaceSchema, byHandSchema, britishSchema, americanSchema],
    placeNeeded,
  )
  .refine(
    ({ latitude, longitude }) => (latitude ?? null) === null || (longitude ?? null) !== null,
    {
      path: ["longitude"],
      error: "A latitude needs its longitude",
    },
  )
  .refine(
    ({ latitude, longitude }) => (longitude ?? null) === null || (latitude ?? null) !== null,
    {
      path: ["latitude"],
      error: "A longitude needs its latitude",
    },
  );
export type Recipient = z.infer<typeof recipientSchema>;

/**
 * Whether the courier knows where to go. Recipients of an older shop may have a street and no place:
 * they are captured again before anything is sent there.
 */
export function hasPlace(address: AddressPlace): boolean {
  const { country, suburb, town, province, postalCode } = address;
  const needed = { ZA: [suburb], GB: [], US: [province] }[country];
  return [town, postalCode, ...needed].every((part) => part.trim() !== "");
}

/** A guest's browser keeps this id; it opens the guest's own recipients and nothing else. */
export const guestIdSchema = z.guid().lowercase();

const abroad = {
  ZA: /^(?:\+|00)27(?:\(0\)|0)?(?=\d)/,
  GB: /^(?:\+|00)44(?:\(0\)|0)?(?=\d)/,
  US: /^(?:\+|00)?1(?=\d{10}$)/,
} as const satisfies Record<Country, RegExp>;

/** A cell number as it is typed or pasted: "+27 82 …" and "0027 82 …" are written for abroad, "(201) 555-0123" for people. */
export function nationalNumber(typed: string, country: Country): string {
  if (country === "US") return typed.replaceAll(/[\s().-]/g, "").replace(abroad.US, "");
  return typed.replaceAll(/\s/g, "").replace(abroad[country], "0");
}

export const saveAddressSchema = z.intersection(
  recipientSchema,
  z.object({
    id: addressIdSchema.optional(),
    uniqueId: guestIdSchema.optional(),
    /** By which it can be repeated; programs may send it as `Idempotency-Key`. */
    commandId: commandIdSchema.optional(),
  }),
);
export type SaveAddress = z.infer<typeof saveAddressSchema>;

/** A guest names the id of the browser tab. */
export const listAddressesSchema = z.object({ uniqueId: guestIdSchema.optional() });

export const deleteAddressSchema = z.object({
  id: addressIdSchema,
  uniqueId: guestIdSchema.optional(),
});
export type DeleteAddress = z.infer<typeof deleteAddressSchema>;

import { z } from "zod/mini";
import {
  addressIdSchema,
  command,
  commandIdSchema,
  orderIdSchema,
  sectionNumberSchema,
} from "../platform/ids.ts";
import type { AddressPlace, Country } from "../platform/region.ts";
import { emailSchema } from "../platform/email.ts";
import { exact, exactText, limitedText, requiredText } from "../platform/texts.ts";

/** Specification, section 5, "Recipient dialog". */
const searchNeeded = "Please enter a post code or suburb name";

/** Digits are a post code, anything else is the name of a suburb or town. */
export function isPostCode(typed: string): boolean {
  return /^\d+$/.test(exact(typed));
}

/** Any whole number: one that is no post code finds nothing, which the answer says. */
export const postCodeSchema = z
  .string()
  .check(exactText(), z.maxLength(50), z.regex(/^\d+$/, searchNeeded));
export const placeNameSchema = requiredText(50, searchNeeded);

/** `sw1a1aa` becomes `SW1A 1AA`. */
export const ukPostcodeSchema = z.pipe(
  z.pipe(
    z.string().check(exactText(), z.maxLength(12)),
    z.transform((typed) =>
      typed
        .toUpperCase()
        .replaceAll(/\s/g, "")
        .replace(/^(.+)(.{3})$/, "$1 $2"),
    ),
  ),
  z
    .string()
    .check(
      z.regex(
        /^(GIR 0AA|[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2})$/,
        "Please enter a postcode like SW1A 1AA",
      ),
    ),
);

export const byPostCodeSchema = z.strictObject({ postCode: postCodeSchema });
export const byPlaceNameSchema = z.strictObject({ name: placeNameSchema });
export const byUkPostcodeSchema = z.strictObject({ postcode: ukPostcodeSchema });

export const addressKinds = ["Residential", "Business"] as const;

/** Specification, section 5, "Recipient dialog". */
export const placeNeeded = "Please select a place.";

/** The specification removes spaces while typing. */
const withoutSpaces = z.pipe(
  z.string(),
  z.transform((typed) => exact(typed).replaceAll(/\s/g, "")),
);
const optionalLine = z.optional(limitedText(200));

const name = {
  recipientFirstName: requiredText(100, "First name is required.", 2),
  recipientLastName: requiredText(100, "Last name is required.", 2),
};

const mailAndStreet = {
  recipientEmail: z.pipe(
    withoutSpaces,
    z.pipe(z.string().check(z.minLength(1, "Recipient email is required.")), emailSchema),
  ),
  businessOrResidential: z.enum(addressKinds, "Please choose an address type"),
  streetAddress: requiredText(200, "Required", 2),
};

const vatNo = z.optional(limitedText(50));

/** The position of the street from a lookup service, never typed. Either both or neither. */
const coordinates = { latitude: degrees("latitude", 90), longitude: degrees("longitude", 180) };

function degrees(which: string, most: number) {
  const words = `Enter a ${which} from −${most} to ${most}`;
  return z.nullish(z.number(words).check(z.minimum(-most, words), z.maximum(most, words)));
}

const southAfrican = {
  ...name,
  recipientCell: z.pipe(
    numberOf("ZA"),
    z
      .string()
      .check(
        z.regex(
          /^\d{10}$/,
          "Please enter a 10-digit SA phone number without country code, spaces, or special characters",
        ),
      ),
  ),
  recipientAltNumber: z.optional(
    z.pipe(
      z.pipe(
        withoutSpaces,
        z.transform((typed) =>
          /^\d{10}$/.test(nationalNumber(typed, "ZA")) ? nationalNumber(typed, "ZA") : typed,
        ),
      ),
      z.string().check(z.regex(/^(?:[\d+()-]{10})?$/, "Phone number format is required.")),
    ),
  ),
  ...mailAndStreet,
  complexBuilding: optionalLine,
  vatNo,
  ...coordinates,
};

const suburbLength = 4;

/** A place of the courier's list; the suburb can be corrected. */
const atPlaceSchema = z.strictObject({
  ...southAfrican,
  entry: z.literal("place"),
  /** Follow from the place (specification, section 3, "Address"). */
  town: z.optional(z.unknown()),
  province: z.optional(z.unknown()),
  postalCode: z.optional(z.unknown()),
  placeId: z.coerce
    .number<string | number>(placeNeeded)
    .check(z.int(placeNeeded), z.minimum(1, placeNeeded)),
  manualSuburb: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(100),
      z.refine((typed) => typed === "" || typed.length >= suburbLength, "Required"),
    ),
  ),
});

/** For a place that is not in the courier's list. */
const byHandSchema = z.strictObject({
  ...southAfrican,
  entry: z.literal("manual"),
  manualSuburb: requiredText(100, "Required", suburbLength),
  town: requiredText(100, "Required", 2),
  province: requiredText(100, "Required", 2),
  postalCode: z
    .string()
    .check(exactText(), z.regex(/^\d{4}$/, "Please enter the four figures of the postal code")),
});

/** In the United Kingdom the post takes no longer line of an address, and no longer email. */
export const postLineMax = 100;

/** `streetAddress` is the first line of the address. */
const britishSchema = z.strictObject({
  ...name,
  entry: z.literal("uk"),
  recipientCell: z.pipe(
    numberOf("GB"),
    z.string().check(z.regex(/^07\d{9}$/, "Please enter a UK mobile number like 07400 123456")),
  ),
  recipientAltNumber: z.optional(
    z.pipe(
      numberOf("GB"),
      z.string().check(z.regex(/^(?:0\d{9,10})?$/, "Phone number format is required.")),
    ),
  ),
  ...mailAndStreet,
  recipientEmail: mailAndStreet.recipientEmail.check(
    z.maxLength(postLineMax, `Use ${postLineMax} characters at most`),
  ),
  // Errors are listed in the order of the fields; the postcode comes first because it can look up the rest.
  postalCode: ukPostcodeSchema,
  streetAddress: requiredText(postLineMax, "Required", 2),
  line2: z.optional(limitedText(postLineMax)),
  line3: z.optional(limitedText(postLineMax)),
  town: requiredText(100, "Required", 2),
  vatNo,
  ...coordinates,
});

/** `10001` or `10001-1234`; the hyphen is optional. */
const zipCodeSchema = z.pipe(
  z.pipe(
    z.string().check(exactText(), z.maxLength(20)),
    z.transform((typed) => typed.replaceAll(/\s/g, "").replace(/^(\d{5})(\d{4})$/, "$1-$2")),
  ),
  z.string().check(z.regex(/^\d{5}(-\d{4})?$/, "Please enter a ZIP code like 10001 or 10001-1234")),
);

/** Ten digits in any notation; area code and exchange begin with 2 to 9. */
const americanNumber = z.pipe(
  numberOf("US"),
  z
    .string()
    .check(
      z.regex(/^(?:[2-9]\d{2}){2}\d{4}$/, "Please enter a US phone number like (201) 555-0123"),
    ),
);

/** Codes only, because the browser validates before it loads the names (`provinces.ts`). */
const americanState =
  /^(A[AEKLPRSZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])$/;

/** `streetAddress` is the first line of the address, `town` the city, `province` the state's code. */
const americanSchema = z.strictObject({
  ...name,
  entry: z.literal("us"),
  recipientCell: americanNumber,
  recipientAltNumber: z.optional(z.union([z.literal(""), americanNumber])),
  ...mailAndStreet,
  line2: optionalLine,
  town: requiredText(100, "Required", 2),
  province: z
    .string()
    .check(z.trim(), z.toUpperCase(), z.regex(americanState, "Please choose a state")),
  postalCode: zipCodeSchema,
  vatNo,
  ...coordinates,
});

type Degrees = Readonly<{
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}>;
const bothDegrees = [
  z.refine<Degrees>(
    ({ latitude, longitude }) => (latitude ?? null) === null || (longitude ?? null) !== null,
    { path: ["longitude"], error: "A latitude needs its longitude" },
  ),
  z.refine<Degrees>(
    ({ latitude, longitude }) => (longitude ?? null) === null || (latitude ?? null) !== null,
    { path: ["latitude"], error: "A longitude needs its latitude" },
  ),
] as const;

/** The ways to enter a recipient, each with these fields besides. */
function recipientsWith<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return [
    z.extend(atPlaceSchema, fields),
    z.extend(byHandSchema, fields),
    z.extend(britishSchema, fields),
    z.extend(americanSchema, fields),
  ] as const;
}

/** Specification, section 5, "Recipient dialog". */
export const recipientSchema = z
  .discriminatedUnion("entry", recipientsWith({}), placeNeeded)
  .check(...bothDegrees);
export type Recipient = z.infer<typeof recipientSchema>;

/**
 * Whether the address is complete enough for the courier. Recipients imported from an older shop may lack a place and
 * have to be captured again before an order is sent there.
 */
export function hasPlace(address: AddressPlace): boolean {
  const { country, suburb, town, province, postalCode } = address;
  const needed = { ZA: [suburb], GB: [], US: [province] }[country];
  return [town, postalCode, ...needed].every((part) => part.trim() !== "");
}

/** Kept in a guest's browser; it gives access to the guest's own recipients and nothing else. */
export const guestIdSchema = z.guid().check(z.lowercase());

const abroad = {
  ZA: /^(?:(?:\+|00)270?(?=[1-9])|27(?=[1-9]\d{8}$))/,
  GB: /^(?:(?:\+|00)440?(?=[1-9])|44(?=7\d{9}$))/,
  US: /^(?:\+|00)?1(?=\d{10}$)/,
} as const satisfies Record<Country, RegExp>;

/** What people write between the digits of a phone number. */
const separators = /[\s().\p{Pd}\u2212]/gu;

/** Converts a number in any notation ("+27 (0)82 …", "0027 82 …", "082-123-4567", "(201) 555-0123") to national digits. */
export function nationalNumber(typed: string, country: Country): string {
  const digits = exact(typed).replaceAll(separators, "");
  return digits.replace(abroad[country], country === "US" ? "" : "0");
}

function numberOf(country: Country) {
  return z.pipe(
    z.string().check(z.maxLength(60)),
    z.transform((typed) => nationalNumber(typed, country)),
  );
}

/** Whose recipient it is, and which one. */
export const recipientOwner = {
  id: z.optional(addressIdSchema),
  uniqueId: z.optional(guestIdSchema),
  /** The idempotency key; programs may send it as `Idempotency-Key`. */
  commandId: z.optional(commandIdSchema),
};

export const saveAddressSchema = z
  .discriminatedUnion("entry", recipientsWith(recipientOwner), placeNeeded)
  .check(...bothDegrees);
export type SaveAddress = z.infer<typeof saveAddressSchema>;

/** Guests send their guest id. */
export const listAddressesSchema = z.strictObject({ uniqueId: z.optional(guestIdSchema) });

export const deleteAddressSchema = z.strictObject({
  ...command,
  id: addressIdSchema,
  uniqueId: z.optional(guestIdSchema),
});
export type DeleteAddress = z.infer<typeof deleteAddressSchema>;

/** `section` counts from 1; `formerAddressId` is the address that the user saw, to detect concurrent changes. */
export const correctRecipientSchema = z
  .discriminatedUnion(
    "entry",
    recipientsWith({
      uuid: orderIdSchema,
      section: sectionNumberSchema,
      commandId: commandIdSchema,
      formerAddressId: addressIdSchema,
    }),
    placeNeeded,
  )
  .check(...bothDegrees);
export type CorrectRecipient = z.infer<typeof correctRecipientSchema>;

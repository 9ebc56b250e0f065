import { describe, expect, test } from "vitest";
import { isSecret } from "../../platform/secrets.ts";
import {
  encodeFields,
  type Field,
  readNotificationBody,
  signForm,
  signNotification,
} from "./payfast-fields.ts";

const merchant: Field[] = [
  ["merchant_id", "10000100"],
  ["merchant_key", "46f0cd694581a"],
];
const shop = "https://shop.example.co.za";
const uuid = "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11";
const passphrase = "jt7NOE43FZPn";

const fullForm: Field[] = [
  ...merchant,
  ["return_url", `${shop}/orders/pay/${uuid}/payfast-success`],
  ["cancel_url", `${shop}/orders/pay/${uuid}`],
  ["notify_url", `${shop}/api/purchase/payfast-notify/`],
  ["name_first", "Thandi"],
  ["name_last", "O'Brien-Nkosi"],
  ["email_address", "thandi+shop@example.co.za"],
  ["cell_number", "0821234567"],
  ["m_payment_id", uuid],
  ["amount", "1299.00"],
  ["item_name", "Order RH1042 (4 x 50ml) & delivery"],
  ["item_description", ""],
  ["custom_int1", "1042"],
  ["custom_str1", "za"],
  ["custom_str2", ""],
  ["email_confirmation", "1"],
  ["confirmation_address", "orders@example.co.za"],
];

describe("the signature of a checkout form", () => {
  const small: Field[] = [...merchant, ["amount", "1299.00"], ["item_name", "Order RH1042"]];

  test.each([
    ["without a passphrase", small, null, "c9c4dbc21622d893aa35ac04c8029bc9"],
    ["with every kind of field", fullForm, passphrase, "8a0dc7af6dd3f028076cbf6cdf58d748"],
    ["the same without a passphrase", fullForm, null, "31f7b84033579777a95d436d691aa70b"],
    ["with marks in the passphrase", small, "salt & pepper 7!", "c1b62f81e9ffa9e1eaee18019aef978b"],
    [
      "with accents, and spaces around a value",
      [...merchant, ["name_first", "Zoë"], ["amount", "5.00"], ["item_name", "  Crème ~ 50ml*  "]],
      null,
      "b9a562f41c1db1c623322fbb41c13ce2",
    ],
  ] as const)("agrees with the provider's: %s", (_case, fields, secret, expected) => {
    expect(signForm(fields, secret)).toBe(expected);
  });

  test.each([
    ["lower-case percent", "427960ebed963d0025f33ea4ae5c1d74"],
    ["blanks kept", "7e905a370044008e81502719f2d83fcc"],
    ["sorted by name", "fe1f70b25f763e891fa57f6450a97b59"],
    ["bare encodeURIComponent", "71d868eb0468dd3a6bd5e60cfd3d4926"],
  ])("is not the mistaken one: %s", (_mistake, wrong) => {
    expect(isSecret(wrong, signForm(fullForm, passphrase))).toBe(false);
  });
});

const notification = (status = "COMPLETE") =>
  `m_payment_id=${uuid}&pf_payment_id=1089250&payment_status=${status}&item_name=Order+RH1042+%284+x+50ml%29+%26+delivery&item_description=&amount_gross=1299.00&amount_fee=-45.88&amount_net=1253.12&custom_str1=za&custom_str2=&custom_str3=&custom_str4=&custom_str5=&custom_int1=1042&custom_int2=&custom_int3=&custom_int4=&custom_int5=&name_first=Test&name_last=User+01&email_address=sbtu01%40payfast.co.za&merchant_id=10000100`;

function signatureOf(body: string, secret: string | null): string {
  const known = read(body);
  if (typeof known === "string") throw new Error(known);
  return signNotification(known.encoded, secret);
}

describe("the signature of a notification", () => {
  test.each([
    ["COMPLETE", passphrase, "cb42608464b15ebd90f96e2bb13bdd9e"],
    ["COMPLETE", null, "7c563a5eff73cafc61f530402334339c"],
    ["FAILED", passphrase, "5a5ec3aaa549fed8925ea0fbfbb665ac"],
    ["CANCELLED", passphrase, "5f0c2d18d38af5c1cdd337d4650da850"],
  ])("agrees with the provider's: %s, passphrase %s", (status, secret, expected) => {
    expect(signatureOf(notification(status), secret)).toBe(expected);
  });

  test("agrees with the provider's for accents and punctuation", () => {
    const custom = ["str", "int"].flatMap((kind) =>
      [1, 2, 3, 4, 5].map((number): Field => [`custom_${kind}${number}`, ""]),
    );
    const fields: Field[] = [
      ["m_payment_id", "RH7"],
      ["pf_payment_id", "1089251"],
      ["payment_status", "COMPLETE"],
      ["item_name", "Crème + ~ 50ml*"],
      ["item_description", ""],
      ["amount_gross", "5.00"],
      ["amount_fee", "-2.30"],
      ["amount_net", "2.70"],
      ...custom,
      ["name_first", "Zoë"],
      ["name_last", "du Plessis"],
      ["email_address", "zoe+1@example.co.za"],
      ["merchant_id", "10000100"],
    ];
    expect(signNotification(encodeFields(fields), "salt & pepper 7!")).toBe(
      "005acb18c143c59cab72a8f2d9707063",
    );
  });

  test.each([
    [passphrase, "145b15cd93b24698796d24b623fb3425"],
    [null, "bda5915286081f107b755b4c8ef6e324"],
  ])(
    "agrees with PHP's for a body that another program has encoded, passphrase %s",
    (secret, hash) => {
      const body =
        "m_payment_id=RH100042&pf_payment_id=1089250&payment_status=COMPLETE&item_name=Rhizo+50ml+x+4+%28O%27Brien+%26+Co%29+%7E+%2A&item_description=&amount_gross=1260.44&amount_fee=-29.00&amount_net=1231.44&custom_str1=7c9e6679-7425-40de-944b-e07fc1f90ae7&name_first=Zo%C3%AB&email_address=a%2Bb%40example.co.za&merchant_id=10000100";
      expect(signatureOf(body, secret)).toBe(hash);
    },
  );

  test.each([
    ["blanks left out", "aa71c9399dce804d9fb42f4e75e58136"],
    ["%20 for a space", "21012a16dbffc194748f439233143f57"],
    ["numbers before texts", "9dea3ff9e8e417b5bb1c314cfc3323d3"],
  ])("is not the mistaken one: %s", (_mistake, wrong) => {
    expect(isSecret(wrong, signatureOf(notification(), passphrase))).toBe(false);
  });
});

function read(body: string | Uint8Array) {
  return readNotificationBody(typeof body === "string" ? new TextEncoder().encode(body) : body);
}

describe("the body of a notification", () => {
  test("is parsed in order, up to its signature", () => {
    expect(read("b=2&a=+x%26&signature=abc")).toMatchObject({
      fields: [
        ["b", "2"],
        ["a", " x&"],
      ],
      signature: "abc",
    });
  });

  test.each([
    ["twice the same field", "a=1&a=2", "a field is there twice"],
    ["two signatures", "a=1&signature=x&signature=y", "a field is there twice"],
    ["more after the signature", "signature=x&a=1", "there are fields after the signature"],
    ["nothing", "", "the body is not form-encoded"],
    ["a name without a value", "a", "the body is not form-encoded"],
    ["an amount with a NUL", "amount_gross=1\0", "the field amount_gross is not plain text"],
    ["an order of no text", "m_payment_id=%FF", "the field m_payment_id is not plain text"],
    [
      "a status with a mark",
      "payment_status=COMPL%C3%89TE",
      "the field payment_status is not plain text",
    ],
    ["thousands of fields", "a=1&".repeat(5000), "the body has more than 100 fields"],
  ])("is rejected with %s", (_case, body, reason) => {
    expect(read(body)).toBe(reason);
  });

  // shows S7.6
  test.each([
    ["Windows-1252, escaped", "name_first=Jos%E9&amount_gross=1.00", "José", "Jos%E9"],
    ["Windows-1252, as bytes", Buffer.from("name_first=Jos\xe9&a=1", "latin1"), "José", "Jos%E9"],
    ["UTF-8, as bytes", "name_first=José&a=1", "José", "Jos%C3%A9"],
    ["lower-case escapes", "name_first=Jos%c3%a9&a=1", "José", "Jos%C3%A9"],
    ["a percent sign of its own", "name_first=5%+off&a=1", "5% off", "5%25+off"],
    ["half a character", "name_first=%E0%A4&a=1", "à¤", "%E0%A4"],
  ])("is signed over its bytes, and read by people: %s", (_case, body, text, encoded) => {
    const known = read(body);
    if (typeof known === "string") throw new Error(known);
    expect(known.valueOf("name_first")).toBe(text);
    expect(known.encoded.split("&")[0]).toBe(`name_first=${encoded}`);
  });

  test("treats a field named __proto__ like any other", () => {
    const body = read("__proto__=1&a=2");
    expect(body).toMatchObject({
      fields: [
        ["__proto__", "1"],
        ["a", "2"],
      ],
    });
    expect(typeof body === "object" && body.valueOf("polluted")).toBe(null);
  });
});

import { expect } from "vitest";
import { captureFinance, line, placed } from "../../edges/finance/finance-test.ts";
import { archiveOf } from "../../testing/archive-files.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { abroad, products, test } from "../../testing/shop-test.ts";

const year = Number(shopDay("America/New_York").slice(0, 4)) - 1;
const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, "0"));
/** Own commission of 15% and upline commission of 5% on ten bottles, and a tenth of it withheld. */
const [sale, own, upline] = [3250_00, 487_50, 162_50];
const withheld = own / 10;

/** Paid on the last day of the year, and recorded on the first one of the next. */
const markedLate = { paidOn: `${year}-12-31`, occurredAt: `${year + 1}-01-01T05:00:01Z` };

/** A sale by Ben in a month, and the payout of what he earned. */
function monthOfBen(month: string, ben: number): string[] {
  const day = (of: string, time: string) => ({ occurredAt: `${year}-${month}-${of}T${time}:00Z` });
  const orderId = `00000000-0000-4000-8000-0000000d00${month}`;
  const stream = `order-${orderId}`;
  const prices = { listPrice: 325_00, unitPrice: 325_00, commissionPrice: 325_00 };
  const lines = [{ productId: products.bottle, quantity: 10, ...prices }];
  const order = {
    ...placed.data,
    orderId,
    orderNumber: 8900 + Number(month),
    sellerId: ben,
    region: "usa",
    currency: "USD",
    vatBps: 0,
    sections: [{ addressId: null, lines }],
    total: sale,
  };
  const payment = { orderId, paymentId: "first", method: "eft", amount: sale, fee: 0 };
  const payoutId = `ben-${month}`;
  return [
    line(`a${month}1`, stream, "OrderPlaced", order, day("03", "15:00")),
    line(
      `a${month}2`,
      stream,
      "PaymentReceived",
      { ...payment, reference: "" },
      day("03", "15:01"),
    ),
    line(`a${month}3`, stream, "OrderPaid", { orderId }, day("03", "15:02")),
    ...payout(
      `b${month}`,
      { payoutId, userId: ben, amount: own, withheld },
      day("20", "15:00"),
      month === "12" ? markedLate : undefined,
    ),
  ];
}

/** A purchase from the shop itself, of which nobody earns. */
function purchase(orderNumber: number, buyerId: number, quantity: number): string[] {
  const day = { occurredAt: `${year}-05-10T15:00:00Z` };
  const orderId = `00000000-0000-4000-8000-0000000e${orderNumber}`;
  const stream = `order-${orderId}`;
  const prices = { listPrice: 325_00, unitPrice: 325_00, commissionPrice: 325_00 };
  const total = 325_00 * quantity;
  const order = {
    ...placed.data,
    orderId,
    orderNumber,
    buyerId,
    sellerId: null,
    region: "usa",
    currency: "USD",
    vatBps: 0,
    sections: [{ addressId: null, lines: [{ productId: products.bottle, quantity, ...prices }] }],
    total,
  };
  const payment = { orderId, paymentId: "first", method: "eft", amount: total, fee: 0 };
  return [
    line(`d${orderNumber % 100}1`, stream, "OrderPlaced", order, day),
    line(`d${orderNumber % 100}2`, stream, "PaymentReceived", { ...payment, reference: "" }, day),
    line(`d${orderNumber % 100}3`, stream, "OrderPaid", { orderId }, day),
  ];
}

function payout(
  id: string,
  of: Readonly<{ payoutId: string; userId: number; amount: number; withheld: number }>,
  at: Readonly<{ occurredAt: string }>,
  marked = { paidOn: at.occurredAt.slice(0, 10), occurredAt: at.occurredAt },
): string[] {
  const { payoutId, userId, amount } = of;
  const stream = `wallet-${userId}`;
  const asked = { payoutId, userId, commission: amount, credit: 0, requested: amount };
  const { paidOn, ...recorded } = marked;
  const paid = { ...of, paidOn, reference: "" };
  return [
    line(
      `${id}4`,
      stream,
      "PayoutRequested",
      { ...asked, withheld: of.withheld },
      { ...at, schemaVersion: 2 },
    ),
    line(`${id}5`, stream, "PayoutPaid", paid, recorded),
  ];
}

// shows T313
test("a year of payouts in the USA gives 1099-NEC data, which names who gave no number", async ({
  shop,
  pool,
}) => {
  const usa = abroad(shop, "usa");
  const { anna, ben, cara, kim, sam } = shop.people;
  const finance = await captureFinance(pool, {
    region: "usa",
    currency: "USD",
    timeZone: "America/New_York",
    unitValue: 28_261,
  });
  const last = { occurredAt: `${year}-12-28T15:00:00Z` };
  const lines = [
    ...months.flatMap((month) => monthOfBen(month, ben)),
    ...purchase(8951, sam, 20),
    ...purchase(8952, cara, 15),
    ...purchase(8953, kim, 20),
    ...payout("c12", { payoutId: "anna", userId: anna, amount: upline * 12, withheld: 0 }, last),
  ];
  await finance.json("import", await finance.file("year.ndjson", `${lines.join("\n")}\n`));
  await (await usa.as(ben)).taxDetails.save({ kind: "us-ssn", number: "123456789", vatNumber: "" });

  const { names, rowsOf } = await archiveOf(usa, { kind: "tax-packs", year });

  expect(names).toContain(`tax-${year}-member-${ben}.pdf`);
  expect(names).not.toContain(`tax-${year}-member-${sam}.pdf`);
  const box1 = "1 nonemployee compensation";
  const box4 = "4 federal income tax withheld";
  const columns = ["street address", "city", "state", "ZIP", "5 state tax withheld"];
  const states = ["6 state and payer's state no.", "7 state income"];
  const empty = Object.fromEntries([...columns, ...states].map((column) => [column, ""]));
  const ofMember = { "tax year": String(year), EIN: "" };
  const certificates = rowsOf(`certificates-${year}.csv`);
  expect(
    certificates.toSorted((one, other) => Number(one["member"]) - Number(other["member"])),
  ).toEqual(
    [
      {
        member: anna,
        name: "Anna",
        number: "",
        missing: "SSN, ITIN or EIN",
        paid: "1950.00",
        tax: "0.00",
        goods: "0.00",
        box2: "",
      },
      {
        member: ben,
        name: "Ben",
        number: "123456789",
        missing: "",
        paid: "5850.00",
        tax: "585.00",
        goods: "0.00",
        box2: "",
      },
      {
        member: sam,
        name: "Sam",
        number: "",
        missing: "SSN, ITIN or EIN",
        paid: "",
        tax: "0.00",
        goods: "6500.00",
        box2: "X",
      },
    ]
      .toSorted((one, other) => one.member - other.member)
      .map(({ member, name, number, missing, paid, tax, goods, box2 }) => ({
        ...ofMember,
        member: String(member),
        "first name": name,
        "last name": "Person",
        "SSN or ITIN": number,
        [box1]: paid,
        "goods bought": goods,
        "2 direct sales of $5000 or more (X only if bought for resale)": box2,
        [box4]: tax,
        ...empty,
        missing,
      })),
  );
  // The register has it in the year in which it was recorded.
  const differing = rowsOf(`paid-in-another-year-${year}.csv`);
  expect(differing).toEqual([
    {
      member: String(ben),
      name: "Ben Person",
      what: "payout",
      paidOn: markedLate.paidOn,
      certificateOf: String(year),
      postingDate: `${year + 1}-01-01`,
      registerOf: String(year + 1),
      beforeTax: "487.50",
      withheld: "48.75",
      currency: "USD",
    },
  ]);
  const next = await archiveOf(usa, { kind: "tax-packs", year: year + 1 });
  expect(next.rowsOf(`paid-in-another-year-${year + 1}.csv`)).toEqual(differing);
  expect(
    next.rowsOf(`certificates-${year + 1}.csv`).filter(({ member }) => member === String(ben)),
  ).toEqual([]);
  const pack = await finance.json("tax-pack", "--member", String(ben), "--year", String(year));
  expect(pack).toMatchObject({ cash: 11 * (own - withheld), withheld: 11 * withheld });
  await finance.close();
});

import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Breakdown, type FakeApi, type FakeProcedure } from "../../../../testing/fake-api.ts";
import { renderWithApi } from "../../../../testing/render.tsx";
import { someProducts } from "../../../../testing/some-data.ts";
import { DeliveryOptions, useDeliveryChoices } from "../delivery-step.tsx";
import { newDraft } from "../order-draft.ts";

const user = userEvent.setup({ delay: null });
const draft = { ...newDraft, sections: [{ addressId: 7, quantities: { "94": 4 } }] };

function Step(props: { onChosen: (code: string) => void }) {
  const [choice] = useDeliveryChoices(draft);
  if (!choice) return null;
  const chosen = choice.options?.at(-1)?.code ?? null;
  return (
    <DeliveryOptions
      name="delivery"
      choice={choice}
      chosen={chosen}
      collection={<p>who?</p>}
      {...props}
    />
  );
}

const option = (code: string, name: string, day: string | null, price: number) => ({
  code,
  name,
  day,
  price,
  description: `about ${name}`,
});

function show(requestQuote: FakeProcedure<"courier", "requestQuote">) {
  const onChosen = vi.fn<(code: string) => void>();
  const fake: FakeApi = { catalog: { products: () => someProducts }, courier: { requestQuote } };
  renderWithApi(<Step onChosen={onChosen} />, fake);
  return onChosen;
}

describe("the delivery options of an order", () => {
  // shows S2.16
  test("show a day of arrival at the flat price, and free collection", async () => {
    const onChosen = show(() => ({
      currency: "ZAR",
      options: [
        option("ECO", "Economy", "2026-11-26", 10_000),
        option("LOF", "Local overnight flyer", null, 10_000),
        option("COL", "Collection from our office", null, 0),
      ],
      isFlatOnly: false,
      note: "Overnight deliveries paid before 09:30 leave today.",
    }));
    expect(
      await screen.findByRole("radio", { name: /Arrives by Thu 26 Nov\s*R100\.00\s*Economy/ }),
    ).toBeTruthy();
    expect(screen.getByRole("radio", { name: /about Local overnight flyer/ })).toBeTruthy();
    expect(screen.getByRole("radio", { name: /Collect from our office\s*Free/ })).toBeTruthy();
    expect(screen.getByText(/paid before 09:30/)).toBeTruthy();
    expect(screen.getByText("who?")).toBeTruthy();

    await user.click(screen.getByRole("radio", { name: /Economy/ }));
    expect(onChosen).toHaveBeenCalledWith("ECO");
  });

  // shows S2.16
  test("are a single one in the UK", async () => {
    show(() => ({
      currency: "GBP",
      options: [option("RM", "Royal Mail", null, 499)],
      isFlatOnly: false,
      note: null,
    }));
    expect(await screen.findByRole("radio", { name: /Royal Mail\s*£4\.99/ })).toBeTruthy();
    expect(screen.getAllByRole("radio")).toHaveLength(1);
    expect(screen.queryByText("who?")).toBeNull();
  });

  test("fall back to the flat price and collection while the courier does not answer", async () => {
    let isBroken = true;
    show(() => {
      if (isBroken) throw new Breakdown();
      return {
        currency: "ZAR",
        options: [option("ECO", "Economy", "2026-11-26", 10_000)],
        isFlatOnly: false,
        note: null,
      };
    });
    expect(
      await screen.findByRole("radio", { name: /Courier to the door\s*R100\.00/ }),
    ).toBeTruthy();
    expect(screen.getByRole("radio", { name: /Collect from our office\s*Free/ })).toBeTruthy();
    expect(screen.getByText(/The price does not change/)).toBeTruthy();

    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("radio", { name: /Thu 26 Nov/ })).toBeTruthy();
  });
});

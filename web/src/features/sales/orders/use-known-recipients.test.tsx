import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../api/api.ts";
import { Breakdown, type FakeApi } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAddress } from "../../../testing/some-data.ts";
import { activeSection, changeDraft, clearDraft, readDraft, withAddress } from "./order-draft.ts";
import { useKnownRecipients } from "./order-form-screen.tsx";

function Watcher() {
  useKnownRecipients();
  const list = api.addresses.list.useQuery({});
  return <p>{list.isFetching ? "asking" : "answered"}</p>;
}

async function chosenAfter(list: NonNullable<FakeApi["addresses"]>["list"]) {
  changeDraft((draft) => withAddress(draft, 7));
  renderWithApi(<Watcher />, { addresses: { ...(list && { list }) } });
  await screen.findByText("answered");
  return () => activeSection(readDraft()).addressId;
}

describe("the recipient of a draft", () => {
  beforeEach(clearDraft);

  test("stays while it exists", async () => {
    const chosen = await chosenAfter(() => [anAddress]);
    expect(chosen()).toBe(7);
  });

  test("follows a change made elsewhere", async () => {
    const chosen = await chosenAfter(() => [{ ...anAddress, id: 12, formerIds: [7] }]);
    await waitFor(() => expect(chosen()).toBe(12));
  });

  test("is removed after it was deleted", async () => {
    const chosen = await chosenAfter(() => [{ ...anAddress, id: 8 }]);
    await waitFor(() => expect(chosen()).toBeNull());
  });

  test("stays while the address book cannot be loaded", async () => {
    const chosen = await chosenAfter(() => {
      throw new Breakdown();
    });
    expect(chosen()).toBe(7);
  });
});

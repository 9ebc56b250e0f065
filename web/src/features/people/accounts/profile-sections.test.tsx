import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import {
  type FakeApi,
  type FakeProcedure,
  Refusal,
  WrongFields,
} from "../../../testing/fake-api.ts";
import { onPhone } from "../../../testing/phone-width.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import { anAdmin } from "../../../testing/some-people.ts";
import { ProfileSections } from "./profile-sections.tsx";

const user = userEvent.setup({ delay: null });

const aProfile: ApiOutputs["profile"]["get"] = {
  firstName: "Ben",
  lastName: "Naidoo",
  email: "ben.l2@shop.test",
  pendingEmail: null,
  cellNumber: "082 123 4567",
  cellHold: null,
  isOwnNumber: true,
  distributorArea: "Durban",
  hasArea: true,
  verified: true,
  company: null,
  vatNo: null,
};
const thisHandle = "0d1f2c7e-5f1b-4a52-9d3c-2b6f3a1e8c01";
const otherHandle = "0d1f2c7e-5f1b-4a52-9d3c-2b6f3a1e8c02";
const session = (handle: string, isThisOne: boolean) => ({
  handle,
  device: isThisOne ? "Chrome on Windows" : "Safari on iPhone or iPad",
  startedAt: "2026-11-01T08:00:00.000Z",
  lastSeenAt: "2026-11-03T08:12:00.000Z",
  isThisOne,
});

function show(fake: FakeApi, section = "") {
  renderWithApi(
    <ProfileSections />,
    {
      ...fake,
      auth: { me: () => aDistributor, sessions: () => [session("a", true)], ...fake.auth },
      profile: { get: () => aProfile, officeViews: () => [], warnings: () => [], ...fake.profile },
    },
    {
      path: `/distributor/my-profile${section && `?section=${section}`}`,
      pattern: "/distributor/my-profile",
    },
  );
}

const card = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the sections of the profile", () => {
  const parts = () => within(screen.getByRole("navigation", { name: "Profile" }));

  test("have URLs, and one is open beside the list", async () => {
    show({});
    await card("Personal details");
    const links = parts().getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => [link.textContent, link.search])).toEqual([
      ["Personal details", "?section=person"],
      ["Bank details", "?section=bank-details"],
      ["Tax details", "?section=tax-details"],
      ["Password", "?section=password"],
      ["Your shop link", "?section=link"],
      ["Your devices", "?section=devices"],
    ]);
    await user.click(parts().getByRole("link", { name: "Your devices" }));

    const where = await card("Your devices");
    expect(await where.findByText("This device")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Personal details" })).toBeNull();
    expect(window.location.search).toBe("?section=devices");
  });

  test("have no bank and tax details for those who earn no commission", async () => {
    show({ auth: { me: () => ({ ...aDistributor, role: "stockist", level: null }) } });
    await card("Personal details");
    expect(parts().queryByRole("link", { name: "Bank details" })).toBeNull();
    expect(parts().queryByRole("link", { name: "Tax details" })).toBeNull();
  });

  test("ask before unsaved changes in one of them are lost", async () => {
    show({});
    const person = await card("Personal details");
    await user.type(await person.findByLabelText(/^Area/), " North");
    await user.click(parts().getByRole("link", { name: "Password" }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(person.getByLabelText<HTMLInputElement>(/^Area/).value).toBe("Durban North");

    await user.click(parts().getByRole("link", { name: "Password" }));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await card("Password");
  });

  test("ask before new recovery codes are lost, which are shown once", async () => {
    show(
      {
        auth: { me: () => anAdmin },
        factors: {
          state: () => ({
            lacks: null,
            isRequired: true,
            setUpBy: null,
            factors: [
              {
                id: "0d1f2c7e-5f1b-4a52-9d3c-2b6f3a1e8c03",
                kind: "one-time-code",
                name: "Phone",
                madeAt: "2026-11-01T08:00:00.000Z",
                lastUsedAt: null,
                worksAt: { shop: true, office: true },
              },
            ],
            recoveryCodesLeft: 2,
            passkeysAt: { shop: true, office: true },
          }),
          renewRecoveryCodes: () => ({ recoveryCodes: ["aaaa-bbbb", "cccc-dddd"] }),
        },
      },
      "second-step",
    );
    const step = await card("Second step");
    await user.click(await step.findByRole("button", { name: "Make new codes" }));
    expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
    await user.click(parts().getByRole("link", { name: "Your devices" }));
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    expect(screen.getByText("aaaa-bbbb")).toBeTruthy();

    await user.click(screen.getByRole("checkbox", { name: "I have kept these codes" }));
    await user.click(parts().getByRole("link", { name: "Your devices" }));
    expect(await card("Your devices")).toBeTruthy();
    expect(screen.queryByText("aaaa-bbbb")).toBeNull();
  });

  test("are a list on a phone, with a way back from each section", async () => {
    onPhone();
    show({});
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("region", { name: "Personal details" })).toBeNull();
    await user.click(parts().getByRole("link", { name: "Your shop link" }));
    const link = await card("Your shop link");
    expect(link.getByText(/\/via\//)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "My profile" }));
    expect(parts().getByRole("link", { name: "Personal details" })).toBeTruthy();
  });
});

describe("the card of personal details", () => {
  // shows S2.36, S8.23
  test("saves changes, with the cell number in national notation", async () => {
    const update = vi.fn<FakeProcedure<"profile", "update">>(() => ({ verified: true }));
    show({ profile: { update } });
    const person = await card("Personal details");
    const cell = await person.findByLabelText<HTMLInputElement>(/^Cell number/);
    expect(cell.value).toBe("082 123 4567");

    await user.clear(person.getByLabelText(/^Area/));
    await user.type(person.getByLabelText(/^Area/), "Pietermaritzburg");
    await user.click(person.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("Profile updated!")).toBeTruthy();
    expect(update).toHaveBeenCalledWith({
      firstName: "Ben",
      lastName: "Naidoo",
      email: "ben.l2@shop.test",
      cellNumber: "082 123 4567",
      distributorArea: "Pietermaritzburg",
    });
  });

  test("asks for the password before the number changes, and states where codes are sent", async () => {
    let isConfirmed = false;
    const confirmPassword = vi.fn<FakeProcedure<"auth", "confirmPassword">>(() => {
      isConfirmed = true;
      return { confirmed: true };
    });
    const update = vi.fn<FakeProcedure<"profile", "update">>(() => {
      if (!isConfirmed) throw new Refusal("access.password-needed");
      return { verified: true };
    });
    const hold = { until: "2026-11-24T08:15:00.000Z", oldEnding: "4567" };
    const get = () => ({ ...aProfile, ...(isConfirmed && { cellHold: hold }) });
    show({ auth: { confirmPassword }, profile: { get, update } });
    const person = await card("Personal details");
    const cell = await person.findByLabelText(/^Cell number/);
    expect(person.getByText("Codes go to a new number after 48 hours.")).toBeTruthy();
    await user.clear(cell);
    await user.type(cell, "083 765 4321");
    await user.click(person.getByRole("button", { name: "Save" }));

    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(/^Your password/), "Correct-1234!");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));

    const sentence =
      "Sign-in codes go to your old number, ending in 4567, until 24 Nov 2026, 10:15.";
    expect(await person.findByText(sentence)).toBeTruthy();
    expect(update).toHaveBeenCalledTimes(2);
  });

  test("says that a number which was entered for the person gets no codes until it is saved", async () => {
    show({ profile: { get: () => ({ ...aProfile, isOwnNumber: false }) } });
    const person = await card("Personal details");
    expect(
      await person.findByText(
        "This number was entered for you. Sign-in codes go to your email only until you save it.",
      ),
    ).toBeTruthy();
  });

  // shows S5.8
  test("names missing fields in the specification's words", async () => {
    const update = vi.fn<FakeProcedure<"profile", "update">>();
    show({ profile: { update } });
    const person = await card("Personal details");
    for (const field of [/^First name/, /^Last name/, /^Email/, /^Cell number/, /^Area/])
      await user.clear(await person.findByLabelText(field));
    await user.click(person.getByRole("button", { name: "Save" }));

    const summary = within(person.getByRole("alert"));
    for (const message of [
      "Please enter a first name",
      "Please enter a last name",
      "Please enter a valid email",
      "Please enter a valid cell number",
      "Please enter an area",
    ])
      expect(summary.getByRole("link", { name: message })).toBeTruthy();
    expect(update).not.toHaveBeenCalled();
  });

  test("has no area field for roles without an area", async () => {
    const update = vi.fn<FakeProcedure<"profile", "update">>(() => ({ verified: true }));
    show({
      auth: { me: () => ({ ...aDistributor, role: "stockist", level: null }) },
      profile: { get: () => ({ ...aProfile, hasArea: false, distributorArea: "" }), update },
    });
    const person = await card("Personal details");
    await user.click(await person.findByRole("button", { name: "Save" }));

    await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(person.queryByLabelText(/^Area/)).toBeNull();
    expect(update.mock.calls[0]?.[0]).not.toHaveProperty("distributorArea");
  });

  test("shows beside the field that the email belongs to another account", async () => {
    show({
      profile: {
        update: () => {
          throw new WrongFields({ email: "This email address is already in use." });
        },
      },
    });
    const person = await card("Personal details");
    await user.click(await person.findByRole("button", { name: "Save" }));
    expect(
      await person.findByRole("link", { name: "This email address is already in use." }),
    ).toBeTruthy();
  });
});

describe("an unconfirmed email", () => {
  // shows S8.17
  test("shows what to do, and can have the email resent", async () => {
    const resendOptIn = vi.fn<FakeProcedure<"profile", "resendOptIn">>(() => ({ sent: true }));
    show({
      auth: { me: () => ({ ...aDistributor, verified: false }) },
      profile: { resendOptIn },
    });
    expect(await screen.findByText("Please confirm your email")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Resend" }));

    expect(await screen.findByText("Registration email re-sent!")).toBeTruthy();
    expect(resendOptIn).toHaveBeenCalledTimes(1);
  });
});

describe("the password card", () => {
  async function change(updatePassword: FakeProcedure<"auth", "updatePassword">) {
    show({ auth: { updatePassword } }, "password");
    const password = await card("Password");
    await user.click(password.getByRole("button", { name: "Change password" }));
    await user.type(password.getByLabelText(/^Current password/), "Demo-1234!");
    await user.type(password.getByLabelText(/^New password/), "Quiet-Harbour-7");
    await user.type(password.getByLabelText(/^Repeat password/), "Quiet-Harbour-7");
    await user.click(password.getByRole("button", { name: "Save password" }));
    return password;
  }

  test("confirms that other sessions were ended", async () => {
    const updatePassword = vi.fn<FakeProcedure<"auth", "updatePassword">>(() => ({
      otherSessionsEnded: true,
    }));
    const password = await change(updatePassword);

    expect(await password.findByText("Your password has been updated.")).toBeTruthy();
    expect(password.getByText(/signed you out on all other devices/)).toBeTruthy();
    expect(updatePassword).toHaveBeenCalledWith({
      currentPassword: "Demo-1234!",
      password: "Quiet-Harbour-7",
    });
  });

  test("shows a wrong current password beside its field", async () => {
    const password = await change(() => {
      throw new Refusal("access.wrong-credentials");
    });
    expect(
      await password.findByRole("link", {
        name: "Current password: The password is incorrect, please try again.",
      }),
    ).toBeTruthy();
  });

  test("does not ask for a current password if none is set", async () => {
    show({ auth: { me: () => ({ ...aDistributor, hasPassword: false }) } }, "password");
    const password = await card("Password");
    await user.click(password.getByRole("button", { name: "Choose a password" }));
    expect(password.queryByLabelText(/^Current password/)).toBeNull();
  });
});

describe("the sessions", () => {
  test("are listed, and one or all others can be ended", async () => {
    let sessions = [session(thisHandle, true), session(otherHandle, false)];
    const endSession = vi.fn<FakeProcedure<"auth", "endSession">>(({ handle }) => {
      sessions = sessions.filter((each) => each.handle !== handle);
      return { ended: true };
    });
    show({ auth: { sessions: () => sessions, endSession } }, "devices");
    const where = await card("Your devices");
    expect(await where.findByText("This device")).toBeTruthy();
    expect(where.getByRole("button", { name: "Sign out all other devices" })).toBeTruthy();

    await user.click(where.getByRole("button", { name: "Sign out on Safari on iPhone or iPad" }));

    await vi.waitFor(() => expect(where.queryByText("Safari on iPhone or iPad")).toBeNull());
    expect(endSession).toHaveBeenCalledWith({ handle: otherHandle });
    expect(where.queryByRole("button", { name: "Sign out all other devices" })).toBeNull();
  });
});

describe("views by the office", () => {
  test("are listed with the name and the reason", async () => {
    const view = {
      at: "2026-11-03T08:12:00.000Z",
      until: null,
      adminName: "Thandi Maseko",
      reason: "Asked why an order is missing",
    };
    show({ profile: { officeViews: () => [view] } }, "devices");
    const views = await card("The office viewed your account");
    expect(await views.findByText("Asked why an order is missing")).toBeTruthy();
    expect(views.getByText(/Thandi Maseko/)).toBeTruthy();
  });
});

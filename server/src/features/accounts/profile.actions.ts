import type { Profile } from "@portal/shared/accounts.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

export type OwnProfile = {
  firstName: string;
  lastName: string;
  email: string;
  /** In national form. */
  cellNumber: string;
  distributorArea: string;
  hasArea: boolean;
  verified: boolean;
  company: string | null;
  vatNo: string | null;
};

export type OfficeView = { at: string; until: string | null; adminName: string; reason: string };

export async function getProfile(_caller: Caller, _user: SignedInUser): Promise<OwnProfile> {
  throw new Error("not built yet");
}

/** A new email has to be confirmed by a link, and the former address is told. */
export async function updateProfile(
  _caller: Caller,
  _user: SignedInUser,
  _profile: Profile,
): Promise<{ verified: boolean }> {
  throw new Error("not built yet");
}

export async function resendOwnOptIn(
  _caller: Caller,
  _user: SignedInUser,
): Promise<{ sent: true }> {
  throw new Error("not built yet");
}

/** When the office was signed in as this person, and why (edges 17). */
export async function listOfficeViews(_caller: Caller, _userId: number): Promise<OfficeView[]> {
  throw new Error("not built yet");
}

import type { ChangeUser, CreateUser, UpdateUser } from "@portal/shared/users/user-forms.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

/** The account, its place in the network and the registration mail, all of it or nothing. */
export async function createUser(
  _caller: Caller,
  _user: SignedInUser,
  _input: CreateUser,
): Promise<{ id: number }> {
  throw new Error("not built yet");
}

export async function updateUser(_caller: Caller, _input: UpdateUser): Promise<{ id: number }> {
  throw new Error("not built yet");
}

/** The account can no longer sign in, and the member earns nothing more; nothing is taken out of the books. */
export async function deleteUser(_caller: Caller, _input: ChangeUser): Promise<{ id: number }> {
  throw new Error("not built yet");
}

export async function restoreUser(_caller: Caller, _input: ChangeUser): Promise<{ id: number }> {
  throw new Error("not built yet");
}

export async function resendOptIn(
  _caller: Caller,
  _user: SignedInUser,
  _id: number,
): Promise<{ sent: true }> {
  throw new Error("not built yet");
}

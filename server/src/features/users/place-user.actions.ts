import type {
  ChangeUser,
  ConvertToDistributor,
  ConvertToStockist,
  MoveMember,
} from "@portal/shared/users/user-forms.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

export async function convertToDistributor(
  _caller: Caller,
  _user: SignedInUser,
  _input: ConvertToDistributor,
): Promise<{ id: number }> {
  throw new Error("not built yet");
}

export async function convertToStockist(
  _caller: Caller,
  _user: SignedInUser,
  _input: ConvertToStockist,
): Promise<{ id: number }> {
  throw new Error("not built yet");
}

export async function moveMember(
  _caller: Caller,
  _kind: "distributor" | "stockist",
  _input: MoveMember,
): Promise<{ id: number }> {
  throw new Error("not built yet");
}

/** A level 2 becomes a level 1; it cannot be undone. */
export async function upliftDistributor(
  _caller: Caller,
  _input: ChangeUser,
): Promise<{ id: number }> {
  throw new Error("not built yet");
}

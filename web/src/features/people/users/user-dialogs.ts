import { lazyPart } from "../../../ui/lazy-part.ts";

/** The forms about people, which are heavy (a choice of a parent, the phone numbers of all countries) and seldom opened. */
export const CreateUserDialog = lazyPart(
  async () => (await import("./create-user-dialog.tsx")).CreateUserDialog,
);
export const UserActionDialog = lazyPart(
  async () => (await import("./user-action-dialog.tsx")).UserActionDialog,
);
export const EraseGuestDialog = lazyPart(
  async () => (await import("./erase-guest-dialog.tsx")).EraseGuestDialog,
);
export const ExportCustomersDialog = lazyPart(
  async () => (await import("./export-customers-dialog.tsx")).ExportCustomersDialog,
);

import type { addressKinds } from "@portal/shared/addresses.ts";

export type AddressRow = {
  id: number;
  recipientFirstName: string;
  recipientLastName: string;
  recipientCell: string;
  recipientEmail: string;
  businessOrResidential: (typeof addressKinds)[number];
  streetAddress: string;
  complexBuilding: string | null;
  suburb: string;
  town: string;
  province: string;
  postalCode: string;
};

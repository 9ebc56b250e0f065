import type { ApiOutputs } from "../../../api/api.ts";

export type NetworkChange = ApiOutputs["network"]["activity"]["rows"][number];
export type StockistTermsChange = ApiOutputs["network"]["termsHistory"][number];

/** A change in one sentence. The name of a parent is null if the reader may not see that person. */
export function changeWords(change: NetworkChange): string {
  const who = change.userName ?? `Member ${change.userId}`;
  const under = change.parentName === null ? "" : ` under ${change.parentName}`;
  switch (change.type) {
    case "DistributorEnrolled":
      return `${who} joined as a distributor${under}`;
    case "StockistEnrolled":
      return `${who} joined as a stockist${under}`;
    case "DistributorMoved":
    case "StockistMoved":
      return `${who} moved${under}`;
    case "DistributorUplifted":
      return `${who} became a level 1`;
    case "StockistTermsChanged":
      return `${who}: margin or commission changed`;
    case "MemberCodeChanged":
      return `${who} has a new code`;
    case "MemberDeactivated":
      return `${who} was deleted`;
    case "MemberReactivated":
      return `${who} was restored`;
  }
}

/** "Olga as Ben" for an impersonation, else the actor; null if no person made the change. */
export function actorWords(
  change: Pick<NetworkChange, "actorName" | "impersonatedByName">,
): string | null {
  const { actorName, impersonatedByName } = change;
  if (impersonatedByName === null) return actorName;
  return actorName === null ? impersonatedByName : `${impersonatedByName} as ${actorName}`;
}

/** "30% margin, 10% to the distributor, VAT number on file" */
export function termsWords(
  terms: Pick<StockistTermsChange, "stockistMargin" | "distributorPercent" | "vatRegistered">,
): string {
  const vat = terms.vatRegistered ? "VAT number on file" : "no VAT number";
  return `${terms.stockistMargin}% margin, ${terms.distributorPercent}% to the distributor, ${vat}`;
}

import type { ShipmentRequest } from "./request-schemas.ts";

const style = `
  body { margin: 2rem auto; max-width: 40rem; padding: 0 1rem; color: #10312B;
    font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  h1 { font-size: 2.5rem; letter-spacing: .15em; margin: 0 0 1rem; }
  section { border: 2px solid #10312B; border-radius: .375rem; padding: 1rem; margin: 0 0 1rem; }
  button { font: inherit; min-height: 2.75rem; padding: 0 1rem; margin: .5rem 0 0; }
  @media print { form { display: none; } }
  h2 { font-size: 1rem; margin: 0 0 .25rem; } p { margin: 0; overflow-wrap: anywhere; }
`;

/** What a courier would do with a parcel, in its order; the last is what goes wrong. */
export const sandboxSteps = [
  "collected",
  "out-for-delivery",
  "delivered",
  "delivery-failed-attempt",
] as const;

/** The waybill of one shipment, for the printer, and the steps that nobody else takes here. */
export function waybillPage(
  trackingReference: string,
  request: ShipmentRequest,
  { status, action }: Readonly<{ status: string; action: string }>,
): string {
  const { collection_address: from, delivery_address: to, parcels } = request;
  const weight = parcels.reduce((sum, parcel) => sum + parcel.submitted_weight_kg, 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>Waybill ${escape(trackingReference)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p>Waybill of the courier’s built-in stand-in: no courier comes.</p>
<h1>${escape(trackingReference)}</h1>
${part("From", [from.company, ...linesOf(from)])}
${part("To", [request.delivery_contact.name, ...linesOf(to), request.delivery_contact.mobile_number])}
${part("Shipment", [
  `Reference ${request.customer_reference}`,
  `Service ${request.service_level_code}`,
  `Parcels: ${parcels.length}, ${weight.toFixed(1)} kg in all`,
  request.special_instructions_delivery,
])}
<section><h2>Play the courier</h2><p>It is now: ${escape(status)}</p>
<form method="post" action="${escape(action)}">${sandboxSteps.map(stepButton).join(" ")}</form>
</section>
</main>
</body>
</html>`;
}

function stepButton(step: string): string {
  return `<button name="status" value="${step}">${step.replaceAll("-", " ")}</button>`;
}

function linesOf(address: ShipmentRequest["delivery_address"]): string[] {
  return [address.street_address, address.local_area, `${address.city} ${address.code}`];
}

function part(title: string, lines: readonly string[]): string {
  const shown = lines.filter((line) => line !== "").map((line) => `<p>${escape(line)}</p>`);
  return `<section><h2>${title}</h2>${shown.join("")}</section>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

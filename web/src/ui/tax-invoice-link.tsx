import { Anchor } from "@mantine/core";

/** The tax invoice of a payout that the shop wrote in the member's name. */
export function TaxInvoiceLink(props: { payoutId: string }) {
  return (
    <Anchor
      inherit
      href={`/payouts/${props.payoutId}/tax-invoice.pdf`}
      target="_blank"
      rel="noreferrer"
    >
      Tax invoice (PDF)
    </Anchor>
  );
}

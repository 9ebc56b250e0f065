import { Anchor } from "@mantine/core";

/** Where the documents of a payout are that the shop wrote in the member's name. */
export const selfBilledAddress = {
  invoice: (payoutId: string) => `/payouts/${payoutId}/tax-invoice.pdf`,
  "credit-note": (payoutId: string) => `/payouts/${payoutId}/tax-credit-note.pdf`,
} as const;

/** The tax invoice of a payout that the shop wrote in the member's name, and the credit note that takes it back. */
export function TaxInvoiceLinks(props: { payoutId: string; isCredited: boolean }) {
  const { payoutId, isCredited } = props;
  return (
    <>
      <DocumentLink href={selfBilledAddress.invoice(payoutId)}>Tax invoice (PDF)</DocumentLink>
      {isCredited && (
        <>
          {", "}
          <DocumentLink href={selfBilledAddress["credit-note"](payoutId)}>
            credit note (PDF)
          </DocumentLink>
        </>
      )}
    </>
  );
}

/** A PDF in a tab of its own. */
export function DocumentLink(props: { href: string; children: string }) {
  return (
    <Anchor inherit href={props.href} target="_blank" rel="noreferrer">
      {props.children}
    </Anchor>
  );
}

import { Anchor } from "@mantine/core";

/** The tax invoice of a payout that the shop wrote in the member's name, and the credit note that takes it back. */
export function TaxInvoiceLinks(props: { payoutId: string; isCredited: boolean }) {
  const { payoutId, isCredited } = props;
  return (
    <>
      <DocumentLink href={`/payouts/${payoutId}/tax-invoice.pdf`}>Tax invoice (PDF)</DocumentLink>
      {isCredited && (
        <>
          {", "}
          <DocumentLink href={`/payouts/${payoutId}/tax-credit-note.pdf`}>
            credit note (PDF)
          </DocumentLink>
        </>
      )}
    </>
  );
}

function DocumentLink(props: { href: string; children: string }) {
  return (
    <Anchor inherit href={props.href} target="_blank" rel="noreferrer">
      {props.children}
    </Anchor>
  );
}

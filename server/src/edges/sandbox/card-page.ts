import { escapeHtml } from "../../platform/messages/fill-words.ts";

/** The pages of the sandbox: plain HTML without scripts, in the shop's colours. */

const style = `
  :root { color-scheme: light; }
  * { box-sizing: border-box; }
  body { margin: 0; background: #F2F5F3; color: #10312B;
    font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  header { background: #10312B; color: #FFFFFF; padding: 1rem 1.25rem; }
  header p { margin: 0 auto; max-width: 32rem; font-weight: 600; }
  main { max-width: 32rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
  .card { background: #FFFFFF; border: 1px solid #D5DEDA; border-radius: .5rem;
    padding: 1.25rem; margin: 1.25rem 0; }
  dl { margin: 0; display: grid; gap: .25rem 1rem; grid-template-columns: auto 1fr;
    align-items: baseline; }
  dt { color: #4A5F59; } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
  .amount { font-size: 1.75rem; font-weight: 700; font-variant-numeric: tabular-nums; }
  form { margin: 0 0 .75rem; }
  button { width: 100%; min-height: 3rem; padding: .75rem 1rem; font: inherit; font-weight: 600;
    border-radius: .375rem; border: 2px solid #10312B; background: #FFFFFF; color: #10312B;
    cursor: pointer; }
  button.main { background: #F5A524; }
  button:hover { text-decoration: underline; }
  button:focus-visible, a:focus-visible { outline: 3px solid #3F3CBB; outline-offset: 2px; }
  a { color: #3F3CBB; } li { overflow-wrap: anywhere; }
  .note { color: #4A5F59; font-size: .9375rem; }
`;

export type Problem = Readonly<{ field: string; reason: string }>;

/** In the provider's own wording. */
export function refusalPage(problems: readonly Problem[]): string {
  const lines = problems.map(
    ({ field, reason }) => `<li><strong>${escapeHtml(field)}</strong> : ${escapeHtml(reason)}</li>`,
  );
  return page(
    "Payment refused",
    `<h1>The supplied variables are not according to specification:</h1>
    <ul class="card">${lines.join("")}</ul>
    <p>Nothing was paid. Go back to the shop and try again.</p>`,
  );
}

/** @param action the address to which a button adds its name */
export function paymentPage({
  action,
  notice,
  itemName,
  amount,
  merchantId,
  mayWait,
}: Readonly<{
  action: string;
  notice: string | null;
  itemName: string;
  amount: string;
  merchantId: string;
  /** Whether the provider has payments that are decided later. */
  mayWait: boolean;
}>): string {
  return page(
    "Pay by card",
    `<h1>Pay by card</h1>
    <p class="note">This is the built-in stand-in of the card provider. No card is asked for and no
    real money moves.</p>
    ${notice === null ? "" : `<p>${escapeHtml(notice)}</p>`}
    <div class="card"><dl>
      <dt>For</dt><dd>${escapeHtml(itemName)}</dd>
      <dt>Merchant</dt><dd>${escapeHtml(merchantId)}</dd>
      <dt>Amount</dt><dd class="amount">${escapeHtml(amount)}</dd>
    </dl></div>
    <form method="post" action="${action}/complete">
      <button class="main" type="submit">Complete Payment</button>
    </form>
    <form method="post" action="${action}/cancel">
      <button type="submit">Cancel</button>
    </form>
    <p class="note">To test what happens when a payment fails:</p>
    <form method="post" action="${action}/fail">
      <button type="submit">Decline card</button>
    </form>
    ${mayWait ? waitButton(action) : ""}`,
  );
}

function waitButton(action: string): string {
  return `<form method="post" action="${action}/pending">
      <button type="submit">Leave pending</button>
    </form>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header><p>Card payments, test provider</p></header>
<main>
${body}
</main>
</body>
</html>`;
}

const font = "font-family:'Atkinson Hyperlegible Next','Helvetica Neue',Arial,sans-serif;";

/** Written at each part, for programs that know no style sheets. */
export const ink = `${font}color:#10312B;`;
export const muted = `${font}color:#4A5F59;`;
export const line = `${ink}font-size:16px;line-height:24px;margin:0 0 16px;`;
export const small = `${muted}font-size:14px;line-height:20px;`;
export const link = "color:#3F3CBB;";
export const layoutTable = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/**
 * What programs with style sheets do beyond that: less margin on a phone, and colours for whoever reads in
 * the dark. Each pair has a contrast of 4.5 and more.
 */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .page { padding: 24px 20px !important; }
  .edge { padding: 16px 20px !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: #0A1815 !important; }
  .page { background: #142A25 !important; }
  .head { background: #0F3B32 !important; }
  .ink { color: #F2F5F3 !important; }
  .muted { color: #B4C4BE !important; }
  .link { color: #B6B5EC !important; }
  .box { background: #0A1815 !important; border-color: #3B554D !important; }
  .edge-line { border-color: #3B554D !important; }
  .button { background: #F5A524 !important; color: #10312B !important; }
}
`;

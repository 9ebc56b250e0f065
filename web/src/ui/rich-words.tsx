/** Formatted text, which the server sanitised when it was saved: text, links and pictures of this site only. */
export function RichWords(props: { html: string }) {
  return <div className="rich" dangerouslySetInnerHTML={{ __html: props.html }} />;
}

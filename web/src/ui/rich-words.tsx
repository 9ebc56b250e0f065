/** Rich text as it is read. The server cleaned it when it was saved: words, links and pictures of ours. */
export function RichWords(props: { html: string }) {
  return <div className="rich" dangerouslySetInnerHTML={{ __html: props.html }} />;
}

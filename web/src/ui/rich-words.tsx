import classes from "./rich-words.module.css";

/** Rich text as it is read. The server cleaned it when it was saved: words, links and pictures of ours. */
export function RichWords(props: { html: string }) {
  return <div className={classes.words} dangerouslySetInnerHTML={{ __html: props.html }} />;
}

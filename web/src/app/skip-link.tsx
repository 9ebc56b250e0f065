import classes from "./skip-link.module.css";

export const mainId = "main";

export function SkipLink() {
  return (
    <a className={classes.skip} href={`#${mainId}`}>
      Skip to content
    </a>
  );
}

import { type Picture, pictureUrl } from "@portal/shared/platform/pictures.ts";
import classes from "./editing.module.css";

/** An item's name with its picture, as it stands in a listing. */
export function NamedItem(props: { name: string; picture: Picture | null }) {
  return (
    <span className={classes.named}>
      {props.picture ? (
        <img
          className={classes.thumb}
          src={pictureUrl(props.picture, 96)}
          width={40}
          height={40}
          loading="lazy"
          alt=""
        />
      ) : (
        <span className={classes.noThumb} aria-hidden="true" />
      )}
      {props.name}
    </span>
  );
}

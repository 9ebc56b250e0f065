import { IconFileText, IconPlayerPlay } from "@tabler/icons-react";
import type { ApiOutputs } from "../../../api/api.ts";
import classes from "./uploads.module.css";

export type Upload = ApiOutputs["uploads"]["list"]["rows"][number];

/** What an upload looks like: the picture itself, a video's poster, or a sign of its kind. */
export function UploadView(props: { upload: Upload }) {
  const { id, kind, hasPoster, version } = props.upload;
  const Icon = kind === "video" ? IconPlayerPlay : IconFileText;
  return (
    <span className={classes.view}>
      {kind === "image" || hasPoster ? (
        <img
          src={`/resources/images/${id}?w=480&v=${version}`}
          width={480}
          height={270}
          loading="lazy"
          alt=""
        />
      ) : (
        <Icon size={40} stroke={1.4} aria-hidden="true" />
      )}
    </span>
  );
}

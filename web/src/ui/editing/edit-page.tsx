import type { z } from "zod";
import { PageHeading } from "../page-heading.tsx";
import classes from "./editing.module.css";
import { type EditedItem, useItemEditor } from "./use-item-editor.tsx";

/** One item in place of its list: for what has too many fields to stand beside it. */
export function EditPage<Schema extends z.ZodType>(
  props: EditedItem<Schema> & {
    /** The name of the listing, to go back to. */
    area: string;
  },
) {
  const { area, title } = props;
  const { close, form, questions } = useItemEditor(props);
  return (
    <div className={classes.itemPage}>
      <div>
        <button type="button" className={classes.back} onClick={close}>
          All {area.toLowerCase()}
        </button>
      </div>
      <PageHeading title={title} area={area} />
      {form}
      {questions}
    </div>
  );
}

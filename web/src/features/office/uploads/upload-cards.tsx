import type { ReactNode } from "react";
import { Empty } from "../../../ui/empty.tsx";
import { Failure } from "../../../ui/failure.tsx";
import type { ListAnswer } from "../../../ui/list/data-list.tsx";
import { ListPages } from "../../../ui/list/list-pages.tsx";
import type { ListState } from "../../../ui/list/use-list-state.ts";
import { Loading } from "../../../ui/loading.tsx";
import type { Upload } from "./upload-view.tsx";
import classes from "./uploads.module.css";
import { uploadPageSize } from "./use-upload-list.ts";

/** Uploads as cards, with what is said while there are none. */
export function UploadCards(props: {
  /** In the plural: "videos". */
  label: string;
  list: ListState<"order">;
  answer: ListAnswer<Upload>;
  emptyText: string;
  /** One `li` for each; `place` is its place among all that match, from 0. */
  renderCard: (upload: Upload, place: number) => ReactNode;
  shape?: "cards" | "rows";
}) {
  const { label, list, answer } = props;
  if (!answer.data)
    return answer.error ? (
      <Failure what={label} error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <Loading what={label} lines={6} />
    );
  if (answer.data.rows.length === 0)
    return list.search ? (
      <Empty title={`No ${label} match`} />
    ) : (
      <Empty title={`No ${label} yet`}>
        <p>{props.emptyText}</p>
      </Empty>
    );
  return (
    <>
      <ul className={props.shape === "rows" ? classes.queue : classes.cards}>
        {answer.data.rows.map((upload, at) =>
          props.renderCard(upload, (list.page - 1) * uploadPageSize + at),
        )}
      </ul>
      <ListPages
        label={label}
        page={list.page}
        pageSize={uploadPageSize}
        total={answer.data.total}
        onPage={list.goToPage}
      />
    </>
  );
}

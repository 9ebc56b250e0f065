import { SimpleGrid } from "@mantine/core";
import type { UploadCategory } from "@portal/shared/office/uploads.ts";
import { IconFileText, IconPlayerPlay } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import type { ListAnswer } from "../../../ui/list/data-list.tsx";
import { type ListState, useListState } from "../../../ui/list/list-controls.tsx";
import { ListPages } from "../../../ui/list/list-pages.tsx";
import classes from "./uploads.module.css";

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
      <Empty title={`No ${label} yet`}>{props.emptyText}</Empty>
    );
  return (
    <>
      <SimpleGrid
        component="ul"
        cols={props.shape === "rows" ? 1 : { base: 1, xs: 2, lg: 3, xl: 4 }}
        className="plain"
      >
        {answer.data.rows.map((upload, at) =>
          props.renderCard(upload, (list.page - 1) * uploadPageSize + at),
        )}
      </SimpleGrid>
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

const uploadPageSize = 24;

/** The uploads of a category in the office's order; page and search are in the address. */
export function useUploadList(choose: (param: string | null) => UploadCategory) {
  const list = useListState<"order">({
    sorts: ["order"],
    defaultSort: { by: "order", direction: "asc" },
  });
  const category = choose(list.param("category"));
  const { page, search } = list;
  const uploads = api.uploads.list.useQuery(
    { category, page, pageSize: uploadPageSize, ...(search ? { search } : {}) },
    { placeholderData: keepPreviousData },
  );
  return { list, category, uploads };
}

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

const megabyte = 1024 * 1024;

/** "2.4 MB", "312 KB": as a person weighs a download. */
export function bytesText(bytes: number): string {
  if (bytes < megabyte) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  const megabytes = bytes / megabyte;
  return `${megabytes < 100 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** "4:05", "1:02:30". */
export function lengthText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? part : String(part).padStart(2, "0"))).join(":");
}

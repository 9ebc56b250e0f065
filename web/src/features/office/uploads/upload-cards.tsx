import { SimpleGrid } from "@mantine/core";
import type { UploadCategory } from "@portal/shared/office/uploads.ts";
import { IconFileText, IconPlayerPlay } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { given, type ListState, useListState } from "../../../ui/list/list-controls.tsx";
import { ListPages, useLeftPage } from "../../../ui/list/list-pages.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import classes from "./uploads.module.css";

/** A list of uploads as cards or rows. */
export function UploadCards(props: {
  /** In the plural: "videos". */
  label: string;
  list: ListState;
  answer: ReturnType<typeof useUploadList>["uploads"];
  emptyText: string;
  /** Renders an `li`; `index` counts all matches from 0, across pages. */
  renderCard: (upload: Upload, index: number) => ReactNode;
  shape?: "cards" | "rows";
}) {
  const { label, list, answer } = props;
  const isLeftPage = useLeftPage(list, answer, uploadPageSize);
  return (
    <Loaded
      query={{ ...answer, data: isLeftPage ? undefined : answer.data }}
      what={label}
      lines={6}
    >
      {({ rows, total }) =>
        rows.length === 0 ? (
          <Empty title={`No ${label} ${list.search ? "match" : "yet"}`}>
            {!list.search && props.emptyText}
          </Empty>
        ) : (
          <>
            <SimpleGrid
              component="ul"
              cols={props.shape === "rows" ? 1 : { base: 1, xs: 2, lg: 3, xl: 4 }}
              className="plain"
            >
              {rows.map((upload, at) =>
                props.renderCard(upload, (list.page - 1) * uploadPageSize + at),
              )}
            </SimpleGrid>
            <ListPages
              label={label}
              page={list.page}
              pageSize={uploadPageSize}
              total={total}
              onPage={list.goToPage}
            />
          </>
        )
      }
    </Loaded>
  );
}

const uploadPageSize = 24;

/**
 * The uploads of a category in the office's order; page and search are in the address.
 *
 * @param categoryOf the category, given the parameter in the address
 */
export function useUploadList(categoryOf: (param: string | null) => UploadCategory) {
  const list = useListState();
  const category = categoryOf(list.param("category"));
  const { page, search } = list;
  const uploads = api.uploads.list.useQuery(
    { category, page, pageSize: uploadPageSize, ...given({ search }) },
    { placeholderData: keepPreviousData },
  );
  return { list, category, uploads };
}

export type Upload = ApiOutputs["uploads"]["list"]["rows"][number];

/** A picture, a video's poster, or an icon. */
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

/** "2.4 MB", "312 KB" */
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

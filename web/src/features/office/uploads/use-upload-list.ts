import type { UploadCategory } from "@portal/shared/office/uploads.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { useListState } from "../../../ui/list/use-list-state.ts";

export const uploadPageSize = 24;

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

import {
  type UploadCategory,
  uploadCategories,
  uploadCategoryWords,
} from "@portal/shared/office/uploads.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { AccessLogSheet } from "./access-log-sheet.tsx";
import { UploadCard } from "./upload-card.tsx";
import { UploadCards } from "./upload-cards.tsx";
import { UploadDrop } from "./upload-drop.tsx";
import { UploadSheet } from "./upload-sheet.tsx";
import type { Upload } from "./upload-view.tsx";
import classes from "./uploads.module.css";
import { useUploadList } from "./use-upload-list.ts";

/** As the office thinks of them: what people learn from first. */
const tabs: readonly UploadCategory[] = ["Training Videos", "Documents", "Photos", "Other"];

function categoryOf(param: string | null): UploadCategory {
  return uploadCategories.find((category) => category === param) ?? "Training Videos";
}

type Opened = Readonly<{ upload: Upload; as: "edit" | "delete" | "log" }>;

/** Everything that the office uploads, by category (specification, section 2, "Marketing Material"). */
export function MarketingMaterialScreen() {
  const { list, category, uploads } = useUploadList(categoryOf);
  const [opened, setOpened] = useState<Opened | null>(null);
  const utils = api.useUtils();
  const total = uploads.data?.total ?? 0;
  const close = () => setOpened(null);
  return (
    <div className={classes.page}>
      <PageHeading title="Marketing material" area="Office" />
      <FilterTabs
        label="Category"
        chosen={category}
        tabs={tabs.map((value) => ({
          value,
          label: uploadCategoryWords[value],
          count: undefined,
        }))}
        onChosen={(chosen) => list.change({ category: chosen, search: null })}
      />
      <UploadDrop
        key={category}
        category={category}
        onSaved={() => void utils.uploads.list.invalidate()}
      />
      <div className={classes.search}>
        <SearchBox
          label="Search uploads"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <UploadCards
        label="uploads"
        list={list}
        answer={uploads}
        emptyText="What you drop above stands here."
        renderCard={(upload, place) => (
          <UploadCard
            key={upload.id}
            upload={upload}
            // Among what a search found, the neighbours are not the real ones.
            moves={list.search ? null : { up: place > 0, down: place + 1 < total }}
            onEdit={() => setOpened({ upload, as: "edit" })}
            onDelete={() => setOpened({ upload, as: "delete" })}
            onLog={() => setOpened({ upload, as: "log" })}
          />
        )}
      />
      {opened?.as === "edit" && <UploadSheet upload={opened.upload} onClose={close} />}
      {opened?.as === "log" && <AccessLogSheet upload={opened.upload} onClose={close} />}
      {opened?.as === "delete" && <DeleteUpload upload={opened.upload} onClose={close} />}
    </div>
  );
}

function DeleteUpload(props: { upload: Upload; onClose: () => void }) {
  const { id, title } = props.upload;
  const utils = api.useUtils();
  const remove = api.uploads.delete.useMutation({
    onSuccess: async () => {
      showToast("Item deleted.");
      props.onClose();
      await utils.uploads.list.invalidate();
    },
  });
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirmLabel="Delete"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id })}
      onCancel={props.onClose}
    >
      {title} and its access log are deleted. Nobody can open it any more.
    </ConfirmDialog>
  );
}

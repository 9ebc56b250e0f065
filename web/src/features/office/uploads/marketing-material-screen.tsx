import { ActionIcon, Anchor, Button, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import {
  fileUrl,
  uploadCategories,
  type UploadCategory,
  uploadCategoryWords,
  videoUrl,
} from "@portal/shared/office/uploads.ts";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Loaded, showFailureToast } from "../../../ui/feedback.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListPages } from "../../../ui/list/list-pages.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import {
  bytesText,
  lengthText,
  type Upload,
  UploadCards,
  UploadView,
  useUploadList,
} from "./upload-cards.tsx";
import { UploadDrop } from "./upload-drop.tsx";
import { UploadSheet } from "./upload-sheet.tsx";
import { PersonName } from "../../../ui/person-name.tsx";

/** In the office's order, not that of the specification's list. */
const tabs: readonly UploadCategory[] = ["Training Videos", "Documents", "Photos", "Other"];

function categoryOf(param: string | null): UploadCategory {
  return uploadCategories.find((category) => category === param) ?? "Training Videos";
}

type OpenUpload = Readonly<{ upload: Upload; as: "edit" | "delete" | "log" }>;

/** All uploads by category (specification, section 2, "Marketing Material"). */
export function MarketingMaterialScreen() {
  const { list, category, uploads } = useUploadList(categoryOf);
  const [opened, setOpened] = useState<OpenUpload | null>(null);
  const readScreenAgain = useReadAgain();
  const total = uploads.data?.total ?? 0;
  const close = () => setOpened(null);
  return (
    <Stack>
      <PageHeader title="Marketing material" />
      <ListViews
        label="Category"
        chosen={category}
        views={tabs.map((value) => ({ value, label: uploadCategoryWords[value] }))}
        onChosen={(chosen) => list.change({ category: chosen, search: null })}
      />
      <UploadDrop category={category} onSaved={() => void readScreenAgain()} />
      <div>
        <ListSearch list={list} label="Search uploads" />
      </div>
      <UploadCards
        label="uploads"
        list={list}
        answer={uploads}
        emptyText="Files you upload appear here."
        renderCard={(upload, index) => (
          <UploadCard
            key={upload.id}
            upload={upload}
            // Search results are not neighbours in the sort order.
            moves={list.search ? null : { up: index > 0, down: index + 1 < total }}
            onEdit={() => setOpened({ upload, as: "edit" })}
            onDelete={() => setOpened({ upload, as: "delete" })}
            onLog={() => setOpened({ upload, as: "log" })}
          />
        )}
      />
      {opened?.as === "edit" && <UploadSheet upload={opened.upload} onClose={close} />}
      {opened?.as === "log" && <AccessLogSheet upload={opened.upload} onClose={close} />}
      {opened?.as === "delete" && <DeleteUpload upload={opened.upload} onClose={close} />}
    </Stack>
  );
}

function DeleteUpload(props: { upload: Upload; onClose: () => void }) {
  const { id, title } = props.upload;
  const remove = useCommand(api.uploads.delete, {
    repeatable: true,
    done: "Item deleted.",
    onDone: props.onClose,
  });
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirmLabel="Delete"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.send({ id })}
      onCancel={props.onClose}
    >
      {title} and its access log will be deleted. No one will be able to open it.
    </ConfirmDialog>
  );
}

/** An upload with the office's actions. */
function UploadCard(props: {
  upload: Upload;
  /** The directions in which it can be moved; null where its neighbours are not known. */
  moves: Moves | null;
  onEdit: () => void;
  onDelete: () => void;
  onLog: () => void;
}) {
  const { upload } = props;
  const { title, description, filename, bytes, seconds, sortOrder, views } = upload;
  const { kind, hasCaptions } = upload;
  const facts = [seconds === null ? null : lengthText(seconds), bytesText(bytes), filename];
  return (
    <Card component="li" padding={0}>
      <UploadView upload={upload} />
      <Stack gap={4} p="md" flex={1}>
        <Title order={2} size="h3">
          <Anchor href={addressOf(upload)} target="_blank" rel="noreferrer">
            {title}
          </Anchor>
        </Title>
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(" · ")}
        </Text>
        {description && <Text size="sm">{description}</Text>}
        <Text size="sm" c="dimmed">
          Sort order {sortOrder}
        </Text>
        {kind === "video" && !hasCaptions && (
          <div>
            <StatusText tone="neutral">No captions</StatusText>
          </div>
        )}
      </Stack>
      <Group gap="xs" px="md" pb="md">
        <Button variant="default" aria-label={`Edit ${title}`} onClick={props.onEdit}>
          Edit
        </Button>
        <Button variant="default" aria-label={`Access log of ${title}`} onClick={props.onLog}>
          Access log ({views ?? 0})
        </Button>
        <Group gap={4} ml="auto" wrap="nowrap">
          {props.moves && <MoveButtons upload={upload} moves={props.moves} />}
          <ActionIcon color="protea" aria-label={`Delete ${title}`} onClick={props.onDelete}>
            <IconTrash size={18} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </Group>
    </Card>
  );
}

/** Opens in a new tab, without a view in the access log. */
function addressOf({ id, kind, version }: Upload): string {
  if (kind === "video") return videoUrl(id);
  return kind === "image" ? `/resources/images/${id}?v=${version}` : `${fileUrl(id)}?show=1`;
}

type Moves = Readonly<{ up: boolean; down: boolean }>;

function MoveButtons(props: { upload: Upload; moves: Moves }) {
  const { id, title } = props.upload;
  const move = useCommand(api.uploads.move, {
    repeatable: true,
    onError: showFailureToast,
  });
  const icons = { up: IconArrowUp, down: IconArrowDown };
  return (["up", "down"] as const).map((to) => {
    const MoveIcon = icons[to];
    return (
      <ActionIcon
        key={to}
        disabled={!props.moves[to]}
        loading={move.isPending && move.variables?.to === to}
        aria-label={`Move ${title} ${to}`}
        onClick={() => move.send({ id, to })}
      >
        <MoveIcon size={18} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    );
  });
}

const pageSize = 20;

function AccessLogSheet(props: { upload: Upload; onClose: () => void }) {
  const { id, title } = props.upload;
  const [page, setPage] = useState(1);
  const log = api.uploads.accessLog.useQuery(
    { id, page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <Sheet
      title={`Access log: ${title}`}
      onClose={props.onClose}
      foot={
        log.data &&
        log.data.total > 0 && (
          <Button
            component="a"
            variant="default"
            href={`/office/uploads/${id}/access-log.csv`}
            download
          >
            Download CSV
          </Button>
        )
      }
    >
      <Loaded query={log} what="the access log" lines={5}>
        {({ total, people, rows }) =>
          total === 0 ? (
            <Empty title="Not opened yet" />
          ) : (
            <>
              <Text>
                Opened {total === 1 ? "once" : `${total} times`} by{" "}
                {people === 1 ? "one person" : `${people} people`}.
              </Text>
              <Table>
                <Table.Tbody>
                  {rows.map(({ id: entryId, at, userId, name, timesInAll }) => (
                    <Table.Tr key={entryId} h={44}>
                      <Table.Td>
                        <DayText value={at} withTime />
                      </Table.Td>
                      <Table.Td>
                        <PersonName id={userId}>{name}</PersonName>
                      </Table.Td>
                      <Table.Td ta="end" c="dimmed">
                        Count {timesInAll}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <ListPages
                label="views"
                page={page}
                pageSize={pageSize}
                total={total}
                onPage={setPage}
              />
            </>
          )
        }
      </Loaded>
    </Sheet>
  );
}

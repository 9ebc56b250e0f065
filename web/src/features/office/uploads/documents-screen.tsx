import { Box, Button, Group, Image, Paper, Stack, Text, Title } from "@mantine/core";
import { fileUrl, type UploadCategory } from "@portal/shared/office/uploads.ts";
import { IconFileSpreadsheet, IconFileText, IconFileTypePdf, IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import { DayText } from "../../../ui/days.tsx";
import { ModalDialog } from "../../../ui/modal-dialog.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { bytesText, type Upload, UploadCards, useUploadList } from "./upload-cards.tsx";

const only = (): UploadCategory => "Documents";

export function DocumentsScreen() {
  const { list, uploads } = useUploadList(only);
  const [shown, setShown] = useState<Upload | null>(null);
  return (
    <Stack>
      <PageHeader title="Documents" />
      <div>
        <ListSearch list={list} label="Search documents" />
      </div>
      <UploadCards
        shape="rows"
        label="documents"
        list={list}
        answer={uploads}
        emptyText="Documents from the office appear here."
        renderCard={(upload) => (
          <DocumentRow key={upload.id} upload={upload} onShow={() => setShown(upload)} />
        )}
      />
      {shown && (
        <ModalDialog title={shown.title} onClose={() => setShown(null)}>
          <Image
            fit="contain"
            src={`/resources/images/${shown.id}?w=960&v=${shown.version}`}
            width={shown.width ?? 960}
            height={shown.height ?? 720}
            alt={shown.title}
          />
        </ModalDialog>
      )}
    </Stack>
  );
}

function DocumentRow(props: { upload: Upload; onShow: () => void }) {
  const { id, title, description, bytes, uploadedAt, contentType, kind } = props.upload;
  const { Icon, words } = typeOf(props.upload);
  return (
    <Paper component="li" p="md">
      <Group>
        <Icon size={28} stroke={1.6} aria-hidden="true" />
        <Box flex="1 1 200px" miw={0}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {description && <Text size="sm">{description}</Text>}
          <Text size="sm" c="dimmed">
            {words} · {bytesText(bytes)} · <DayText value={uploadedAt} />
          </Text>
        </Box>
        <Group gap="xs">
          {kind === "image" && (
            <Button variant="default" aria-label={`Preview ${title}`} onClick={props.onShow}>
              Preview
            </Button>
          )}
          {contentType === "application/pdf" && (
            <Button
              component="a"
              variant="default"
              href={`${fileUrl(id)}?show=1`}
              target="_blank"
              rel="noreferrer"
              aria-label={`Preview ${title} in a new tab`}
            >
              Preview
            </Button>
          )}
          <Button
            component="a"
            variant="default"
            href={fileUrl(id)}
            download
            aria-label={`Download ${title}`}
          >
            Download
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

function typeOf({ kind, filename }: Upload) {
  if (kind === "image") return { Icon: IconPhoto, words: "Picture" };
  if (filename.endsWith(".pdf")) return { Icon: IconFileTypePdf, words: "PDF" };
  if (filename.endsWith(".xlsx")) return { Icon: IconFileSpreadsheet, words: "Excel" };
  return { Icon: IconFileText, words: filename.endsWith(".pptx") ? "PowerPoint" : "Word" };
}

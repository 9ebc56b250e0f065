import { Stack, TextInput } from "@mantine/core";
import { isEmailCopyKind } from "@portal/shared/office/message-kinds.ts";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditingOn, freshAnswer } from "../../../api/for-editing.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { formatDay } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { openParam } from "../../../ui/list/list-controls.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { SectionLink } from "../../../ui/section-link.tsx";
import { TwoPanes } from "../../../ui/two-panes.tsx";
import { EmailCopyEditor, FixedCopy } from "./email-copy-editor.tsx";

type Listed = ApiOutputs["emailCopy"]["list"][number];

const addressOf = (kind: string) => `?${openParam}=${kind}`;

/** The list of all emails and SMS messages, and the editor of the selected one. */
export function EmailCopyScreen() {
  const [params] = useSearchParams();
  const [path, navigate] = useLocation();
  const [isDirty, setDirty] = useState(false);
  const { leave, question } = useUnsavedGuard(isDirty);
  const selected = params.get(openParam) ?? "";
  const kind = isEmailCopyKind(selected) ? selected : null;
  const copies = api.emailCopy.list.useQuery();
  const opened = api.emailCopy.get.useQuery(
    { kind: kind ?? "converted" },
    { ...forEditingOn, enabled: kind !== null },
  );
  const fresh = freshAnswer(opened);
  const goTo = (address: string) => leave(() => navigate(path + address));
  return (
    <Stack>
      <PageHeader
        title="Email copy"
        note="Choose an email or SMS to preview and edit its text. Changes apply to the next message."
      />
      <Loaded query={copies} what="messages" lines={8}>
        {(data) => (
          <TwoPanes
            list={<Copies copies={data} kind={kind} onOpen={(next) => goTo(addressOf(next))} />}
            isChosen={kind !== null}
            backLabel="All messages"
            onBack={() => goTo("")}
          >
            {kind === null ? (
              <Empty title="No message selected">Select one in the list.</Empty>
            ) : (
              <Loaded
                query={{ ...opened, data: fresh?.kind === kind ? fresh : undefined }}
                what="the text"
                lines={8}
              >
                {(copy) =>
                  copy.isFixed ? (
                    <FixedCopy copy={copy} />
                  ) : (
                    <EmailCopyEditor
                      key={`${kind} ${copy.dateUpdated === null ? "original" : ""}`}
                      copy={copy}
                      onDirty={setDirty}
                    />
                  )
                }
              </Loaded>
            )}
          </TwoPanes>
        )}
      </Loaded>
      {question}
    </Stack>
  );
}

function Copies(props: {
  copies: readonly Listed[];
  kind: string | null;
  onOpen: (kind: string) => void;
}) {
  const [search, setSearch] = useState("");
  const needle = search.trim().toLowerCase();
  const matching = props.copies.filter(({ title, subject }) =>
    `${title} ${subject}`.toLowerCase().includes(needle),
  );
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        aria-label="Search messages"
        placeholder="Search messages"
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <nav aria-label="Messages">
        {matching.map(({ kind, title, hasSms, isFixed, dateUpdated }) => (
          <SectionLink
            key={kind}
            href={addressOf(kind)}
            label={title}
            description={`${hasSms ? "Email, SMS" : "Email"} · ${
              isFixed
                ? "Fixed"
                : dateUpdated === null
                  ? "Original"
                  : `Edited ${formatDay(dateUpdated)}`
            }`}
            isOpen={kind === props.kind}
            onOpen={() => props.onOpen(kind)}
          />
        ))}
        {matching.length === 0 && <Empty title="No messages match" />}
      </nav>
    </Stack>
  );
}

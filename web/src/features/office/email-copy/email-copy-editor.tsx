import {
  Anchor,
  Box,
  Button,
  Code,
  Group,
  Menu,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { type CopyWords, copyWordsSchema, smsLength } from "@portal/shared/office/email-copy.ts";
import {
  type CopyRules,
  type EmailCopyKind,
  emailCopyRules,
  placeholderHelp,
} from "@portal/shared/office/message-kinds.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useId, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useNewerVersion } from "../../../ui/newer-version.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { SaveBar } from "../../../ui/save-bar.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import classes from "./email-copy.module.css";

type Copy = ApiOutputs["emailCopy"]["get"];

const labels = {
  subject: "Subject",
  body: "Body",
  buttonLabel: "Button text",
  sms: "SMS",
} as const;

/** The text of one message beside a preview of it. */
export function EmailCopyEditor(props: { copy: Copy; onDirty: (isDirty: boolean) => void }) {
  const { copy, onDirty } = props;
  const rules = emailCopyRules[copy.kind];
  const formId = useId();
  const [isRestoring, restoring] = useDisclosure(false);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "email-copy",
    schema: copyWordsSchema(copy.kind),
    initialValues: { ...copy.words },
  });
  const { save, restore, sendTest } = useCopyActions({ showErrors });
  const failure = save.error ?? sendTest.error;
  const utils = api.useUtils();
  const newer = useNewerVersion({
    name: "email-copy",
    form,
    kept: { version: copy.version, values: copy.words },
    failure: save.error,
    read: async () => {
      const saved = await utils.emailCopy.get.fetch({ kind: copy.kind }, { staleTime: 0 });
      return { version: saved.version, values: saved.words };
    },
  });
  const send = onSubmit((words) =>
    save.send({ ...words, kind: copy.kind, version: newer.version }, ({ version }) => {
      form.resetDirty({ ...words });
      newer.began({ version, values: words });
    }),
  );
  const isDirty = form.isDirty();
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const written = useDeferredValue(form.getValues());
  const changed = Object.entries(labels)
    .filter(([name]) => form.isDirty(name))
    .map(([, label]) => label);

  return (
    <Stack component="section" aria-labelledby="copy-title">
      <Group justify="space-between">
        <Title order={2} id="copy-title">
          {copy.title}
        </Title>
        <Group gap="xs">
          <Button
            variant="default"
            loading={sendTest.isPending}
            onClick={() => onSubmit((words) => sendTest.send({ ...words, kind: copy.kind }))()}
          >
            Send test email
          </Button>
          {copy.dateUpdated !== null && (
            <MoreMenu>
              <Menu.Item color="protea" onClick={restoring.open}>
                Restore original text
              </Menu.Item>
            </MoreMenu>
          )}
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Form
          id={formId}
          onSubmit={send}
          summary={summary}
          failure={failure}
          notice={newer.notice ?? undefined}
        >
          <TextInput label={labels.subject} {...form.getInputProps("subject")} />
          <Textarea
            label={labels.body}
            description="Leave a blank line between paragraphs."
            rows={10}
            classNames={{ input: classes.grows ?? "" }}
            {...form.getInputProps("body")}
          />
          {rules.hasButton && (
            <TextInput label={labels.buttonLabel} {...form.getInputProps("buttonLabel")} />
          )}
          {rules.hasSms && (
            <Textarea
              label={labels.sms}
              rows={2}
              classNames={{ input: classes.grows ?? "" }}
              {...form.getInputProps("sms")}
            />
          )}
          <PlaceholderHelp rules={rules} />
        </Form>
        <EmailCopyPreview kind={copy.kind} words={written} />
      </SimpleGrid>
      <SaveBar
        form={formId}
        changed={changed}
        isBusy={save.isPending}
        onDiscard={() => form.reset()}
      />
      {isRestoring && (
        <ConfirmDialog
          title="Restore original text?"
          confirmLabel="Restore original text"
          isDangerous
          isBusy={restore.isPending}
          error={restore.error}
          onConfirm={() => restore.send({ kind: copy.kind })}
          onCancel={restoring.close}
        >
          Your version of this message will be deleted.
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** A message that warns its reader or carries a secret: its text is the same in every shop. */
export function FixedCopy(props: { copy: Copy }) {
  const { kind, title, words } = props.copy;
  return (
    <Stack component="section" aria-labelledby="copy-title">
      <Title order={2} id="copy-title">
        {title}
      </Title>
      <Notice tone="info" title="This text is fixed">
        It warns its reader, or carries a code or a link. No one can change it.
      </Notice>
      <EmailCopyPreview kind={kind} words={words} />
    </Stack>
  );
}

function useCopyActions(form: Pick<ReturnType<typeof useCheckedForm>, "showErrors">) {
  const save = useCommand(api.emailCopy.save, { repeatable: true, done: "Saved!", form });
  const restore = useCommand(api.emailCopy.restore, {
    repeatable: true,
    done: "Original text restored.",
  });
  const sendTest = useCommand(api.emailCopy.sendTest, {
    form,
    done: ({ to }) => `Test email sent to ${to}.`,
  });
  return { save, restore, sendTest };
}

const previewDelayMs = 300;

/** The message about a sample order, in a sandboxed frame: without scripts, popups or an origin. */
function EmailCopyPreview(props: { kind: EmailCopyKind; words: CopyWords }) {
  const [width, setWidth] = useState<string>("phone");
  const [words] = useDebouncedValue(props.words, previewDelayMs);
  const isComplete = copyWordsSchema(props.kind).safeParse(words).success;
  const preview = api.emailCopy.preview.useQuery(
    { kind: props.kind, ...words },
    { enabled: isComplete, placeholderData: keepPreviousData },
  );
  return (
    <Stack component="section" aria-labelledby="preview" gap="sm">
      <Group justify="space-between">
        <Title order={3} id="preview">
          Preview
        </Title>
        <SegmentedControl
          aria-label="Width"
          value={width}
          data={[
            { value: "phone", label: "Phone" },
            { value: "desk", label: "Desktop" },
          ]}
          onChange={setWidth}
        />
      </Group>
      {!isComplete && (
        <Text size="sm" c="dimmed" role="status">
          The preview updates when the text is complete.
        </Text>
      )}
      {preview.data ? (
        <>
          <div>
            <Text fw={650}>{preview.data.subject}</Text>
            {preview.data.preheader !== "" && (
              <Text size="sm" c="dimmed">
                Inbox preview: {preview.data.preheader}
              </Text>
            )}
          </div>
          <div className={classes.stage}>
            <Box
              component="iframe"
              className={classes.frame ?? ""}
              {...(width === "phone" ? { maw: 390 } : { miw: 660 })}
              title="The message, formatted"
              sandbox=""
              referrerPolicy="no-referrer"
              srcDoc={preview.data.html}
            />
          </div>
          {preview.data.sms !== null && <Sms text={preview.data.sms} />}
        </>
      ) : preview.error ? (
        <Failure what="the preview" error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        isComplete && <Loading what="the preview" lines={6} height={36} />
      )}
    </Stack>
  );
}

function Sms(props: { text: string }) {
  const { used, perPart, parts } = smsLength(props.text);
  return (
    <Stack gap="xs">
      <Title order={3}>SMS</Title>
      <Paper p="sm" maw={390} bg="var(--mantine-color-default-hover)">
        <Text size="sm">{props.text}</Text>
      </Paper>
      <Text size="sm" c="dimmed" role="status">
        {parts === 1
          ? `${used} of ${perPart} characters, one SMS`
          : `${used} characters, sent as ${parts} SMS messages (each is charged)`}
      </Text>
    </Stack>
  );
}

/** The placeholders that this message may contain, and what they are replaced by. */
function PlaceholderHelp(props: { rules: CopyRules }) {
  const { placeholders, required } = props.rules;
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Box>
      <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={toggle}>
        Placeholders
      </Anchor>
      {isOpen && (
        <Box mt="xs">
          <Facts
            facts={placeholders.map((name) => ({
              name: <Code>{`{{${name}}}`}</Code>,
              value: `${placeholderHelp[name]}${required.includes(name) ? " (required)" : ""}`,
            }))}
          />
        </Box>
      )}
    </Box>
  );
}

import { Button, Input, Paper, Stack, Text } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { Loading } from "./feedback.tsx";
import { lazyPart } from "./lazy-part.ts";
import { RichWords } from "./rich-words.tsx";

const RichText = lazyPart(async () => (await import("./rich-text/rich-text.tsx")).RichText);

/** Formatted text, shown as readers see it; the editor is loaded on request. The value is HTML, which the server sanitises. */
export function RichTextField(props: {
  label: string;
  description?: string;
  id?: string;
  value?: string;
  error?: ReactNode;
  onChange?: (html: string) => void;
  onBlur?: () => void;
}) {
  const { label, value = "", onChange, onBlur, ...wrapper } = props;
  const [written, setWritten] = useState<Readonly<{ start: string; html: string }> | null>(null);
  return (
    <Input.Wrapper label={label} {...wrapper}>
      {/* Not after another value was set meanwhile, such as by Discard. */}
      {written?.html === value ? (
        <Suspense fallback={<Loading what="the editor" lines={4} />}>
          <RichText
            {...(wrapper.id !== undefined && { id: wrapper.id })}
            label={label}
            html={written.start}
            onChange={(html) => {
              setWritten({ ...written, html });
              onChange?.(html);
            }}
            onBlur={() => onBlur?.()}
          />
        </Suspense>
      ) : (
        <Paper withBorder radius="md" p="md">
          <Stack gap="sm" align="flex-start">
            {value === "" ? (
              <Text size="sm" c="dimmed">
                Nothing yet
              </Text>
            ) : (
              <RichWords html={value} />
            )}
            <Button
              id={wrapper.id}
              variant="default"
              aria-label={`Write ${label}`}
              onClick={() => setWritten({ start: value, html: value })}
            >
              Write
            </Button>
          </Stack>
        </Paper>
      )}
    </Input.Wrapper>
  );
}

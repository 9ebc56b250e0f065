import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { siteCopyNames, type SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { useState } from "react";
import { CopyEditor } from "./copy-editor.tsx";

/** The edit button beside a text. */
export function EditCopyButton(props: { name: SiteCopyName }) {
  const { name } = props;
  const [original, setOriginal] = useState<string | null>(null);
  return (
    <>
      <Button
        variant="default"
        w="max-content"
        leftSection={<IconPencil size={16} stroke={1.8} aria-hidden="true" />}
        aria-label={`Edit ${siteCopyNames.get(name) ?? name}`}
        onClick={() => setOriginal(shownWords(name))}
      >
        Edit
      </Button>
      {original !== null && (
        <CopyEditor name={name} shown={original} onClose={() => setOriginal(null)} />
      )}
    </>
  );
}

/** The text on the current page; empty where another page has it. */
function shownWords(name: SiteCopyName): string {
  return document.querySelector(`site-copy[data-name="${name}"]`)?.innerHTML ?? "";
}

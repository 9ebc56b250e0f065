import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { siteCopyNames, type SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazy-part.ts";

const CopyEditor = lazyPart(async () => (await import("./copy-editor.tsx")).CopyEditor);

/** The edit button beside a text; the editor is loaded when it opens. */
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
        <Suspense fallback={null}>
          <CopyEditor name={name} shown={original} onClose={() => setOriginal(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The text on the current page; empty where another page has it. */
function shownWords(name: SiteCopyName): string {
  return document.querySelector(`site-copy[data-name="${name}"]`)?.innerHTML ?? "";
}

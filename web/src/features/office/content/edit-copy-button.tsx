import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { siteCopyNames, type SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { lazy, Suspense, useState } from "react";

const CopyEditor = lazy(async () => ({
  default: (await import("./copy-editor.tsx")).CopyEditor,
}));

/** The pencil beside a text; the editor's code comes when it is used. */
export function EditCopyButton(props: { name: SiteCopyName }) {
  const { name } = props;
  const [original, setOriginal] = useState<string | null>(null);
  return (
    <>
      <Button
        variant="default"
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

/** As they stand on the page; nothing where the page is another one. */
function shownWords(name: SiteCopyName): string {
  return document.querySelector(`site-copy[data-name="${name}"]`)?.innerHTML ?? "";
}

import { IconPencil } from "@tabler/icons-react";
import { siteCopyNames, type SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { lazy, Suspense, useState } from "react";
import classes from "./content.module.css";

const CopyEditor = lazy(async () => ({
  default: (await import("./copy-editor.tsx")).CopyEditor,
}));

/** The pencil beside a text; the editor's code comes when it is used. */
export function EditCopyButton(props: { name: SiteCopyName }) {
  const { name } = props;
  const [original, setOriginal] = useState<string | null>(null);
  return (
    <>
      <button
        type="button"
        className={classes.pencil}
        aria-label={`Edit ${siteCopyNames.get(name) ?? name}`}
        onClick={() => setOriginal(shownWords(name))}
      >
        <IconPencil size={18} stroke={1.8} aria-hidden="true" />
        Edit
      </button>
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

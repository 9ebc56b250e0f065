import { Image } from "@tiptap/extension-image";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { AddPicture } from "./add-picture.tsx";
import classes from "./content.module.css";
import { LinkField } from "./link-field.tsx";
import { RichTextTools } from "./rich-text-tools.tsx";

const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    link: { openOnClick: false, protocols: ["http", "https", "mailto"] },
  }),
  Image,
];

/** The same each time: another one would make the editor anew. */
const editorProps = {
  attributes: { role: "textbox", "aria-multiline": "true", "aria-label": "Text" },
};

/** Words, headings, lists, links and pictures: what the server lets through. */
export function RichText(props: { html: string; onChange: (html: string) => void }) {
  const editor = useEditor({
    extensions,
    content: props.html,
    shouldRerenderOnTransaction: true,
    editorProps,
    onUpdate: ({ editor: changed }) => props.onChange(changed.getHTML()),
  });
  return (
    <>
      <div className={classes.richText}>
        <RichTextTools editor={editor} />
        <EditorContent editor={editor} />
      </div>
      <LinkField editor={editor} />
      <AddPicture onAdded={(src, alt) => editor.chain().focus().setImage({ src, alt }).run()} />
    </>
  );
}

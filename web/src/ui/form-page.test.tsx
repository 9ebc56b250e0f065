import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { z } from "zod/mini";
import { TextInput } from "@mantine/core";
import { renderWithApi } from "../testing/render.tsx";
import { useCheckedForm } from "./form.tsx";
import { FormPage } from "./form-page.tsx";
import { Sheet } from "./sheet.tsx";

const user = userEvent.setup({ delay: null });
const press = (name: string) => user.click(screen.getByRole("button", { name }));

function Note(props: { onSend: (note: string) => void }) {
  const { form, onSubmit } = useCheckedForm({
    name: "note",
    schema: z.object({ note: z.string().check(z.minLength(1, "Required")) }),
    initialValues: { note: "" },
  });
  return (
    <FormPage
      onSubmit={onSubmit(({ note }) => props.onSend(note))}
      submitLabel="Add note"
      isDirty={form.isDirty()}
      isBusy={false}
      failure={null}
    >
      <TextInput label="Note" {...form.getInputProps("note")} />
    </FormPage>
  );
}

/** A sheet with a form in a part of it. */
function show() {
  const onSend = vi.fn<(note: string) => void>();
  const onNext = vi.fn<() => void>();
  function Page() {
    const [isOpen, setOpen] = useState(true);
    if (!isOpen) return <p>Closed</p>;
    return (
      <Sheet
        title="Order 7"
        neighbours={{ what: "order", previous: null, next: onNext }}
        onClose={() => setOpen(false)}
      >
        <Note onSend={onSend} />
      </Sheet>
    );
  }
  renderWithApi(<Page />, {});
  return { onSend, onNext };
}

const ways = {
  Escape: () => user.keyboard("{Escape}"),
  "the button": () => press("Close"),
};

test.each(Object.entries(ways))(
  "a sheet asks before it loses what was typed inside, closed by %s",
  async (_way, close) => {
    show();
    await user.type(await screen.findByLabelText("Note"), "Call back");
    await close();
    await screen.findByRole("dialog", { name: "Lose any unsaved changes?" });
    await press("Keep editing");
    expect(screen.getByLabelText("Note")).toHaveProperty("value", "Call back");
    await close();
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await screen.findByText("Closed");
  },
);

test("the next item of the list is asked about too", async () => {
  const { onNext } = show();
  await user.type(await screen.findByLabelText("Note"), "Call back");
  await press("Next order");
  await screen.findByRole("dialog", { name: "Lose any unsaved changes?" });
  expect(onNext).not.toHaveBeenCalled();
  await press("Discard changes");
  await waitFor(() => expect(onNext).toHaveBeenCalledOnce());
});

test("a sheet closes without a question where nothing was typed", async () => {
  show();
  await screen.findByLabelText("Note");
  await ways.Escape();
  expect(await screen.findByText("Closed")).toBeTruthy();
});

test("Enter sends; without a summary the focus goes to the wrong field", async () => {
  const { onSend } = show();
  const field = await screen.findByLabelText("Note");
  await press("Add note");
  await screen.findByText("Required");
  expect(document.activeElement).toBe(field);
  await user.type(field, "Call back{Enter}");
  expect(onSend).toHaveBeenCalledWith("Call back");
});

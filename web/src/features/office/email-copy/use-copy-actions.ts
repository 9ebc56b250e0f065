import type { CopyWords } from "@portal/shared/office/email-copy.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { showToast } from "../../../ui/toast.tsx";

/** What can be done with the words of one message: keep them, give them up, or see them arrive. */
export function useCopyActions(copy: ApiOutputs["emailCopy"]["get"]) {
  const { kind, dateUpdated } = copy;
  const utils = api.useUtils();
  const done = async (words: string) => {
    showToast(words);
    await utils.emailCopy.invalidate();
  };
  const save = api.emailCopy.save.useMutation({ onSuccess: () => done("Saved!") });
  const restore = api.emailCopy.restore.useMutation({
    onSuccess: () => done("The original words are back."),
  });
  const sendTest = api.emailCopy.sendTest.useMutation({
    onSuccess: ({ to }) => showToast(`A test is on its way to ${to}.`),
  });
  return {
    restore,
    save: {
      ...stateOf(save),
      mutate: (words: CopyWords) => save.mutate({ ...words, kind, dateUpdated }),
    },
    sendTest: {
      ...stateOf(sendTest),
      mutate: (words: CopyWords) => sendTest.mutate({ ...words, kind }),
    },
  };
}

function stateOf<Problem>(asked: { isPending: boolean; error: Problem }) {
  return { isPending: asked.isPending, error: asked.error };
}

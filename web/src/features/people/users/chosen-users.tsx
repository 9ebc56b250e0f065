import { Button, List } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { type Choice, ChoiceBar } from "../../../ui/list/list-choice.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

type Told = Readonly<{ id: number; name: string; outcome: string }>;

/** What is done with several people at once; what became of each is said by name. */
export function ChosenUsers(props: {
  choice: Choice<ListedUser>;
  onFailure: (words: string | null) => void;
}) {
  const { chosen } = props.choice;
  const { resend, told, forget } = useResend();
  const excel = useExcelOfUsers(props.onFailure);
  const waiting = chosen.filter(({ actions }) => actions.includes("resend"));
  return (
    <>
      <ChoiceBar label="Selected users" choice={props.choice} words={`${chosen.length} selected`}>
        <Button
          variant="subtle"
          color="gray"
          disabled={waiting.length === 0}
          loading={resend.isPending}
          onClick={() => resend.send(waiting)}
        >
          Resend registration email{waiting.length > 0 ? ` (${waiting.length})` : ""}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          loading={excel.isBusy}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() =>
            excel.take(`/office/users.xlsx?ids=${chosen.map(({ id }) => id).join(",")}`)
          }
        >
          Export selected (Excel)
        </Button>
      </ChoiceBar>
      {resend.error !== null && (
        <Notice tone="bad">
          <p>{resend.error}</p>
        </Notice>
      )}
      {told.length > 0 && <WhatBecame told={told} onClose={forget} />}
    </>
  );
}

function useResend() {
  const [told, setTold] = useState<readonly Told[]>([]);
  const { mutate, isPending, error } = api.users.resendToMany.useMutation();
  const send = (people: readonly ListedUser[]) => {
    setTold([]);
    mutate(
      { ids: people.map(({ id }) => id) },
      {
        onSuccess: ({ failed }) => {
          if (failed.length === 0) showToast("Registration email re-sent!");
          const reasons = new Map(failed.map(({ id, message }) => [id, message]));
          setTold(
            people.map((person) => ({
              id: person.id,
              name: nameOf(person),
              outcome: reasons.get(person.id) ?? "Sent",
            })),
          );
        },
      },
    );
  };
  const words = error ? errorMessage(error) : null;
  return { resend: { send, isPending, error: words }, told, forget: () => setTold([]) };
}

function WhatBecame(props: { told: readonly Told[]; onClose: () => void }) {
  const isAllSent = props.told.every(({ outcome }) => outcome === "Sent");
  return (
    <Notice
      tone={isAllSent ? "good" : "bad"}
      title={isAllSent ? "Registration emails sent again" : "Some emails were not sent"}
    >
      <List size="sm" mb="sm">
        {props.told.map(({ id, name, outcome }) => (
          <List.Item key={id}>
            {name}: {outcome}
          </List.Item>
        ))}
      </List>
      <Button variant="default" onClick={props.onClose}>
        Close
      </Button>
    </Notice>
  );
}

/** People as a workbook; asks for the password first where it was not typed lately. */
export function useExcelOfUsers(onFailure: (words: string | null) => void) {
  const [isBusy, setBusy] = useState(false);
  const take = async (address: string) => {
    setBusy(true);
    onFailure(null);
    // Its code is as large as a form's, and comes when somebody wants a file.
    const { takeFile } = await import("./take-file.ts");
    const failure = await takeFile({ address, fileName: "users.xlsx" });
    setBusy(false);
    onFailure(failure);
  };
  return { isBusy, take: (address: string) => void take(address) };
}

import { Button, List } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { usersAtOnceMax } from "@portal/shared/people/users/list-sorts.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { ErrorNotice, Notice, showToast } from "../../../ui/feedback.tsx";
import { type Choice, ChoiceBar, chosenWords } from "../../../ui/list/list-choice.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

type Outcome = Readonly<{ id: number; name: string; outcome: string }>;

/** Actions on the selected people, with the outcome for each by name. */
export function ChosenUsers(props: {
  choice: Choice<ListedUser>;
  /** The order of the list, for the file. */
  sort: Readonly<{ by: string; direction: string }>;
  onFailure: (words: string | null) => void;
}) {
  const { chosen } = props.choice;
  const resend = useResend();
  const excel = useExcelOfUsers(props.onFailure);
  const waiting = chosen.filter(({ actions }) => actions.includes("resend"));
  return (
    <>
      <ChoiceBar
        label="Selected users"
        max={usersAtOnceMax}
        choice={props.choice}
        words={chosenWords(props.choice)}
      >
        <Button
          variant="subtle"
          color="gray"
          disabled={waiting.length === 0}
          loading={resend.isPending}
          onClick={() => resend.mutate(waiting)}
        >
          Resend registration (email, SMS){waiting.length > 0 ? ` to ${waiting.length}` : ""}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          loading={excel.isPending}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() =>
            excel.mutate(
              `/office/users.xlsx?ids=${chosen.map(({ id }) => id).join(",")}&sort=${props.sort.by}&direction=${props.sort.direction}`,
            )
          }
        >
          Export selected (Excel)
        </Button>
      </ChoiceBar>
      <ErrorNotice error={resend.error} />
      {resend.data && <Outcomes outcomes={resend.data} onClose={resend.reset} />}
    </>
  );
}

function useResend() {
  const { mutateAsync } = api.users.resendToMany.useMutation();
  return useMutation({
    mutationFn: async (people: readonly ListedUser[]): Promise<readonly Outcome[]> => {
      const { failed } = await mutateAsync({ ids: people.map(({ id }) => id) });
      const reasons = new Map(failed.map(({ id, message }) => [id, message]));
      return people.map((person) => ({
        id: person.id,
        name: nameOf(person),
        outcome: reasons.get(person.id) ?? "Sent",
      }));
    },
    onSuccess: (outcomes) => {
      if (outcomes.every(({ outcome }) => outcome === "Sent"))
        showToast("Registration email re-sent!");
    },
  });
}

function Outcomes(props: { outcomes: readonly Outcome[]; onClose: () => void }) {
  const isAllSent = props.outcomes.every(({ outcome }) => outcome === "Sent");
  return (
    <Notice
      tone={isAllSent ? "good" : "bad"}
      title={isAllSent ? "Registration emails sent again" : "Some emails were not sent"}
    >
      <List size="sm" mb="sm">
        {props.outcomes.map(({ id, name, outcome }) => (
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

/** Downloads people as a workbook. */
export function useExcelOfUsers(onFailure: (message: string | null) => void) {
  return useMutation({
    onMutate: () => onFailure(null),
    mutationFn: async (address: string) => {
      // Loaded on demand: it is as large as the code of a form.
      const { takeFile } = await import("../../../ui/take-file.ts");
      return takeFile({ address, fileName: "users.xlsx" });
    },
    onSuccess: onFailure,
  });
}

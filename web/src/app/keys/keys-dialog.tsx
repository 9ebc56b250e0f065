import { Group, Kbd, Modal, Switch, Table } from "@mantine/core";
import type { SignedInUser } from "../../session/session.tsx";
import { useBackCloses } from "../../ui/back-layers.ts";
import { switchSingleKeys, useSingleKeys } from "./office-keys.ts";
import { searchWords } from "./search-words.ts";

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["/"], does: "Search on this page" },
  { keys: ["?"], does: "Show keyboard shortcuts" },
  { keys: ["J", "K"], does: "Next or previous row of a list" },
  { keys: ["X"], does: "Select the row" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["Esc"], does: "Close the open panel" },
  { keys: ["←", "→"], does: "Open or close a person’s team" },
  { keys: ["↑", "↓", "Home", "End"], does: "Move in a tree or a list of results" },
];

/** The list of keyboard shortcuts, with a switch for the single keys. */
export function KeysDialog(props: { user: SignedInUser; onClose: () => void }) {
  const areOn = useSingleKeys();
  const search = { keys: ["Ctrl K", "⌘ K"], does: searchWords(props.user) };
  useBackCloses(props.onClose);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Table highlightOnHover={false} verticalSpacing="xs" mb="md">
        <Table.Tbody>
          {[search, ...keys].map((each) => (
            <Table.Tr key={each.does}>
              <Table.Th scope="row" fw={400}>
                {each.does}
              </Table.Th>
              <Table.Td>
                <Group gap={4} justify="flex-end">
                  {each.keys.map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        label="Turn on the / and ? shortcuts"
        checked={areOn}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}

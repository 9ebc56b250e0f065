// A field that offers what fits while one types.
import "../../../theme/mantine-forms.ts";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { Button, Select, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { newId } from "../../../api/new-id.ts";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";

type Given = Readonly<{ uuid: string; orderNumber: number }>;
type Command = Readonly<{ uuid: string; commandId: string }>;
type Answer = ApiOutputs["orders"]["reassignMany"];

const house = "house";
const searchDelayMs = 300;

/** Another seller for one order or several; commission follows. What cannot be moved is named. */
export function ReassignDialog(props: {
  orders: readonly Given[];
  onClose: () => void;
  onReassigned: () => void;
}) {
  const { orders } = props;
  const [sellerId, setSellerId] = useState<string | null>(null);
  const { reassign, failed } = useReassign(orders, props.onReassigned);
  const what = orders.length === 1 ? `order ${orders[0]?.orderNumber}` : `${orders.length} orders`;

  return (
    <ModalDialog title={`Reassign ${what}`} onClose={props.onClose}>
      <Stack>
        <Text c="dimmed">
          Commission on paid orders is reversed for the current seller and paid to the new one.
        </Text>
        {reassign.error && <Notice tone="bad">{errorMessage(reassign.error)}</Notice>}
        {failed.length > 0 && <NotMoved failed={failed} orders={orders} />}
        <SellerField value={sellerId} onChange={setSellerId} />
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            {failed.length > 0 ? "Close" : "Cancel"}
          </Button>
          <Button
            disabled={sellerId === null}
            loading={reassign.isPending}
            onClick={() => sellerId && reassign.give(sellerId === house ? null : Number(sellerId))}
          >
            Reassign
          </Button>
        </DialogActions>
      </Stack>
    </ModalDialog>
  );
}

function useReassign(orders: readonly Given[], onReassigned: () => void) {
  const utils = api.useUtils();
  const [failed, setFailed] = useState<Answer["failed"]>([]);
  const commandIdsFor = useCommandIds(orders);
  const mutation = api.orders.reassignMany.useMutation({
    onSuccess: async (answer) => {
      setFailed(answer.failed);
      await Promise.all([utils.orders.list.invalidate(), utils.orders.detail.invalidate()]);
      if (answer.failed.length > 0) return;
      showToast(orders.length === 1 ? "Order reassigned." : "Orders reassigned.");
      onReassigned();
    },
  });
  const give = (sellerId: number | null) =>
    mutation.mutate({ sellerId, orders: commandIdsFor(sellerId) });
  return { failed, reassign: { give, isPending: mutation.isPending, error: mutation.error } };
}

/** A command for each order; the same seller once more, after a broken line, is the same commands. */
function useCommandIds(orders: readonly Given[]) {
  const last = useRef<{ sellerId: number | null; commands: Command[] } | null>(null);
  return (sellerId: number | null): Command[] => {
    if (last.current?.sellerId !== sellerId) {
      const commands = orders.map(({ uuid }) => ({ uuid, commandId: newId() }));
      last.current = { sellerId, commands };
    }
    return last.current.commands;
  };
}

function NotMoved(props: { failed: Answer["failed"]; orders: readonly Given[] }) {
  const numbers = new Map(props.orders.map(({ uuid, orderNumber }) => [uuid, orderNumber]));
  return (
    <Notice tone="bad" title="Some orders could not be reassigned. The others were.">
      <ul>
        {props.failed.map(({ uuid, message }) => (
          <li key={uuid}>
            Order {numbers.get(uuid)}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function SellerField(props: { value: string | null; onChange: (value: string | null) => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [debounced] = useDebouncedValue(typed.trim(), searchDelayMs);
  // The label of what is chosen stands in the field; nobody searched for it.
  const search = debounced === chosen?.label ? "" : debounced.slice(0, 100);
  const sellers = api.orders.sellers.useQuery(search ? { search } : {}, {
    placeholderData: keepPreviousData,
  });
  const found = [
    { value: house, label: "No seller (no commission)" },
    ...(sellers.data ?? []).map(({ id, fullName, code }) => ({
      value: String(id),
      label: `${fullName} (${code})`,
    })),
  ];
  const data =
    chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
  return (
    <Select
      label="Seller"
      required
      searchable
      allowDeselect={false}
      placeholder="Name or code"
      nothingFoundMessage={sellers.isFetching ? "Searching…" : "No matches found."}
      data={data}
      value={props.value}
      error={sellers.error ? errorMessage(sellers.error) : undefined}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(value) => {
        setChosen(data.find((each) => each.value === value) ?? null);
        props.onChange(value);
      }}
      maxDropdownHeight={260}
    />
  );
}

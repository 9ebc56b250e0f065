import "../../../theme/mantine-forms.ts";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { shownSellersMax } from "@portal/shared/sales/orders/order-terms.ts";
import { Button, Stack, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { newId } from "../../../api/new-id.ts";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { ErrorNotice, Notice, showToast } from "../../../ui/feedback.tsx";
import { SearchSelect } from "../../../ui/search-select.tsx";
import { useSearch } from "../../../ui/use-search.ts";
import { useReadAgain } from "../../../api/read-again.ts";

type Order = Readonly<{ uuid: string; orderNumber: number }>;
type Failed = ApiOutputs["orders"]["reassignMany"]["failed"];

/** The option without a seller. */
const house = "house";

/** Moves orders and their commission to another seller. Orders that cannot be moved are named. */
export function ReassignDialog(props: {
  orders: readonly Order[];
  onClose: () => void;
  onReassigned: () => void;
}) {
  const { orders } = props;
  const [sellerId, setSellerId] = useState<string | null>(null);
  const readScreenAgain = useReadAgain();
  const commandsFor = useCommands(orders);
  const reassign = api.orders.reassignMany.useMutation({
    onSuccess: async (answer) => {
      await readScreenAgain();
      if (answer.failed.length > 0) return;
      if (answer.proposed.length > 0)
        showToast(`${answer.moved} reassigned, ${answer.proposed.length} proposed. See Decisions.`);
      else showToast(orders.length === 1 ? "Order reassigned." : "Orders reassigned.");
      props.onReassigned();
    },
  });
  const failed = reassign.data?.failed ?? [];
  const send = (chosen: string) => {
    const newSellerId = chosen === house ? null : Number(chosen);
    reassign.mutate({ sellerId: newSellerId, orders: commandsFor(newSellerId) });
  };
  const what = orders.length === 1 ? `order ${orders[0]?.orderNumber}` : `${orders.length} orders`;

  return (
    <ModalDialog title={`Reassign ${what}`} onClose={props.onClose}>
      <Stack>
        <Text c="dimmed">
          Commission on paid orders is reversed for the current seller and paid to the new one.
        </Text>
        <ErrorNotice error={reassign.error} />
        {failed.length > 0 && <NotMoved failed={failed} orders={orders} />}
        <SellerField value={sellerId} onChange={setSellerId} />
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            {failed.length > 0 ? "Close" : "Cancel"}
          </Button>
          <Button
            disabled={sellerId === null}
            loading={reassign.isPending}
            onClick={() => sellerId !== null && send(sellerId)}
          >
            Reassign
          </Button>
        </DialogActions>
      </Stack>
    </ModalDialog>
  );
}

type Command = Readonly<{ uuid: string; commandId: string }>;

/** One command for each order. The same seller again is a retry, with the same command ids. */
function useCommands(orders: readonly Order[]) {
  const last = useRef<{ sellerId: number | null; commands: Command[] } | null>(null);
  return (sellerId: number | null): Command[] => {
    if (last.current?.sellerId !== sellerId) {
      const commands = orders.map(({ uuid }) => ({ uuid, commandId: newId() }));
      last.current = { sellerId, commands };
    }
    return last.current.commands;
  };
}

function NotMoved(props: { failed: Failed; orders: readonly Order[] }) {
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
  const search = useSearch();
  const sellers = api.orders.sellers.useQuery(search.text ? { search: search.text } : {}, {
    placeholderData: keepPreviousData,
  });
  const found = [
    { value: house, label: "No seller (no commission)" },
    ...(sellers.data ?? []).slice(0, shownSellersMax).map(({ id, fullName, code }) => ({
      value: String(id),
      label: `${fullName} (${code})`,
    })),
  ];
  return (
    <SearchSelect
      label="Seller"
      required
      allowDeselect={false}
      placeholder="Name or code"
      search={search}
      query={sellers}
      found={found}
      hasMore={(sellers.data?.length ?? 0) > shownSellersMax}
      value={props.value}
      onChange={props.onChange}
      maxDropdownHeight={260}
    />
  );
}

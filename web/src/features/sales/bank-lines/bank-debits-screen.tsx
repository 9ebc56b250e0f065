import { Button, Group, Stack, Text } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { debitStates } from "@portal/shared/sales/bank-debits.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { OfficeLink } from "../../../ui/office-link.tsx";
import { DayText, formatDay } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorNotice, Notice } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { useOpenRow } from "../../../ui/list/use-open-row.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { BankDebitSheet } from "./bank-debit-sheet.tsx";
import { DebitText, type ListedBankDebit } from "./bank-debit-text.tsx";
import { BankRulesDialog } from "./bank-rules-dialog.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Listed = ApiOutputs["bankDebits"]["list"];

const stateWords = { open: "To explain", explained: "Explained" } as const;

const columns: readonly ListColumn<ListedBankDebit>[] = [
  {
    id: "day",
    width: 116,
    header: "Date",
    onPhone: "fact",
    cell: (debit) => <DayText value={debit.bookedOn} />,
  },
  {
    id: "description",
    width: "rest",
    header: "Description",
    onPhone: "title",
    cell: (debit) => debit.description,
  },
  {
    id: "amount",
    width: 124,
    header: "Amount",
    align: "end",
    onPhone: "amount",
    cell: (debit) => (
      <Text span inherit fw={550}>
        <MoneyText minor={debit.amount} currency={debit.currency} />
      </Text>
    ),
  },
  {
    id: "for",
    width: "rest",
    header: "What it is",
    onPhone: "status",
    cell: (debit) => <DebitText debit={debit} />,
  },
];

/** Money that left the bank account: payouts and refunds that it proves, and what the rest is. */
export function BankDebitsScreen() {
  const list = useListState();
  const mayExplain = useMayCall()("bankDebits.explain");
  const [openId, setOpenId] = useState<number | null>(null);
  const [isRules, setIsRules] = useState(false);
  const state = debitStates.find((known) => known === list.param("state")) ?? "open";
  const debits = api.bankDebits.list.useQuery(
    { page: list.page, pageSize: list.pageSize, state, ...given({ search: list.search }) },
    { placeholderData: keepPreviousData },
  );
  const proposed = (debits.data?.rows ?? []).flatMap(({ id, proposed: kind }) =>
    kind === null ? [] : { debitId: id, kind },
  );
  const accept = useCommand(api.bankDebits.acceptRules, {
    done: ({ accepted }) =>
      accepted === 1 ? "Transaction explained." : `${accepted} transactions explained.`,
  });
  const openKey = openId === null ? null : String(openId);
  const open = useOpenRow(openKey, debits.data?.rows, ({ id }) => String(id));

  return (
    <Stack gap="sm">
      <PageHeader
        title="Outgoing payments"
        note="From the statements under Bank payments. Payouts and refunds by transfer are found by themselves."
      >
        {mayExplain && proposed.length > 0 && (
          <Button
            variant="default"
            loading={accept.isPending}
            onClick={() => accept.send({ debits: proposed })}
          >
            Accept {proposed.length} by rules
          </Button>
        )}
        {mayExplain && (
          <Button variant="default" onClick={() => setIsRules(true)}>
            Rules
          </Button>
        )}
      </PageHeader>
      <ErrorNotice error={accept.error} />
      {debits.data && debits.data.missing.count > 0 && <MissingRefunds {...debits.data} />}
      <ListViews
        label="Status"
        chosen={state}
        views={debitStates.map((value) => ({
          value,
          label: stateWords[value],
          count: debits.data?.counts[value],
        }))}
        onChosen={(value) => list.change({ state: value })}
      />
      <ListTools
        label="outgoing payments"
        search={
          <ListSearch list={list} label="Search outgoing payments" placeholder="Description" />
        }
      />
      <DataList
        label="outgoing payments"
        columns={columns}
        rowKey={(debit) => String(debit.id)}
        rowName={(debit) =>
          `the outgoing payment “${debit.description}” of ${formatDay(debit.bookedOn)}`
        }
        answer={debits}
        list={list}
        onOpen={(debit) => setOpenId(debit.id)}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty title={state === "open" ? "Nothing to explain" : "Nothing explained yet"}>
            {mayExplain && state === "open" && (
              <p>Upload the next bank statement under Bank payments.</p>
            )}
          </Empty>
        }
      />
      {open && <BankDebitSheet key={open.id} debit={open} onClose={() => setOpenId(null)} />}
      {isRules && debits.data && (
        <BankRulesDialog rules={debits.data.rules} onClose={() => setIsRules(false)} />
      )}
    </Stack>
  );
}

function MissingRefunds({ missing, currency }: Pick<Listed, "missing" | "currency">) {
  const { count, newest } = missing;
  return (
    <Notice
      tone="warning"
      title={
        count === 1
          ? "1 refund by transfer is on no statement"
          : `${count} refunds by transfer are on no statement`
      }
    >
      <Stack gap={2}>
        {newest.map(({ orderNumber, amount, day }) => (
          <Group key={`${orderNumber} ${amount} ${day}`} gap="xs">
            <OfficeLink href={`/admin/orders?search=${orderNumber}`} needs="orders.list">
              {eftPrefix}
              {orderNumber}
            </OfficeLink>
            <span>
              {formatMoney(amount, currency)}, {formatDay(day)}
            </span>
          </Group>
        ))}
      </Stack>
    </Notice>
  );
}

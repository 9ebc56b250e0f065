import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { api, type ApiOutputs } from "../../api/api.ts";
import { guestId } from "../../session/guest-id.ts";
import { useSession } from "../../session/session.tsx";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import classes from "./recipient-picker.module.css";

const RecipientDialog = lazy(async () => ({
  default: (await import("./recipient-dialog.tsx")).RecipientDialog,
}));

type Address = ApiOutputs["addresses"]["list"][number];
type Editing = { address: Address | null };

/** Whole cards to choose from, and the way to add one. */
export function RecipientPicker(props: {
  chosenId: number | null;
  onChosen: (addressId: number) => void;
  wanted: number;
}) {
  const { chosenId, onChosen, wanted } = props;
  const session = useSession();
  const addresses = api.addresses.list.useQuery({ uniqueId: guestId() });
  const rows = addresses.data;
  const isNobodyThere = rows?.length === 0;

  const dialog = useDialog(wanted, isNobodyThere);

  // The only one there is needs no choosing.
  useEffect(() => {
    const [only, second] = rows ?? [];
    if (only && !second && chosenId === null) onChosen(only.id);
  }, [rows, chosenId, onChosen]);

  if (!rows) {
    return addresses.error ? (
      <Failure
        what="your recipients"
        error={addresses.error}
        onRetry={() => void addresses.refetch()}
      />
    ) : (
      <Loading what="recipients" lines={1} height={44} />
    );
  }
  const mayAdd = session.state === "signed-in" || chosenId === null || isNobodyThere;
  return (
    <div className={classes.picker}>
      {rows.length > 0 && (
        <Cards addresses={rows} chosenId={chosenId} onChosen={onChosen} onEdit={dialog.open} />
      )}
      {mayAdd && (
        <Button
          className={classes.add ?? ""}
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => dialog.open(null)}
        >
          Add recipient
        </Button>
      )}
      {dialog.editing && (
        <Suspense fallback={null}>
          <RecipientDialog
            address={dialog.editing.address}
            onClose={dialog.close}
            onSaved={(id) => {
              dialog.close();
              onChosen(id);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Who asked for the next step without anybody to send to gets the dialog at once. */
function useDialog(wanted: number, isNobodyThere: boolean) {
  const [chosen, setChosen] = useState<Editing | null>(null);
  const [answered, setAnswered] = useState(0);
  const isWanted = wanted > answered && isNobodyThere;
  return {
    editing: chosen ?? (isWanted ? { address: null } : null),
    open: (address: Address | null) => setChosen({ address }),
    close: () => {
      setChosen(null);
      setAnswered(wanted);
    },
  };
}

function Cards(props: {
  addresses: readonly Address[];
  chosenId: number | null;
  onChosen: (addressId: number) => void;
  onEdit: (address: Address) => void;
}) {
  return (
    <fieldset className={classes.cards}>
      <legend className={classes.legend}>Recipients</legend>
      {props.addresses.map((address) => (
        <RecipientCard
          key={address.id}
          address={address}
          isChosen={address.id === props.chosenId}
          onChosen={() => props.onChosen(address.id)}
          onEdit={() => props.onEdit(address)}
        />
      ))}
    </fieldset>
  );
}

function RecipientCard(props: {
  address: Address;
  isChosen: boolean;
  onChosen: () => void;
  onEdit: () => void;
}) {
  const { address } = props;
  const name = `${address.recipientFirstName} ${address.recipientLastName}`;
  return (
    <div className={classes.card}>
      <ChoiceCard name="recipient" checked={props.isChosen} onChosen={props.onChosen} title={name}>
        {[address.complexBuilding, address.streetAddress].filter(Boolean).join(", ")}
        <br />
        {[address.suburb, address.town, address.postalCode].filter(Boolean).join(", ")}
        <br />
        {address.recipientCell}
      </ChoiceCard>
      <button
        type="button"
        className={classes.edit}
        aria-label={`Edit ${name}`}
        onClick={props.onEdit}
      >
        Edit
      </button>
    </div>
  );
}

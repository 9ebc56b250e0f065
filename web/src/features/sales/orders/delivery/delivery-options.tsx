import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { deliveryDayText } from "@portal/shared/sales/delivery/delivery.ts";
import type { ReactNode } from "react";
import { ChoiceCard } from "../../../../ui/choice-card.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { MoneyText } from "../../../../ui/money-text.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import classes from "./delivery.module.css";
import type { DeliveryChoice, DeliveryOption } from "./use-delivery-options.ts";

/** Every way that the order can go, with the day that it is there and what it costs. */
export function DeliveryOptions(props: {
  choice: DeliveryChoice;
  chosen: string | null;
  onChosen: (code: string) => void;
  /** Under collecting, while it is chosen. */
  collection: ReactNode;
}) {
  const { options, isFlatOnly, note, retry } = props.choice;
  if (options === null) return <Loading what="the prices" lines={3} height={72} />;
  return (
    <>
      {isFlatOnly && (
        <Notice tone="info">
          <p>The courier cannot tell us its days right now. The price is the same.</p>
          {retry && (
            <button type="button" className={classes.quiet} onClick={retry}>
              Ask again
            </button>
          )}
        </Notice>
      )}
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>Delivery</legend>
        {options.map((option) => (
          <ChoiceCard
            key={option.code}
            name="delivery"
            checked={option.code === props.chosen}
            onChosen={() => props.onChosen(option.code)}
            title={titleOf(option)}
            aside={
              option.price === 0 ? (
                "Free"
              ) : (
                <MoneyText minor={option.price} currency={props.choice.currency} />
              )
            }
          >
            {promiseOf(option)}
          </ChoiceCard>
        ))}
      </fieldset>
      {props.chosen === selfCollectionService && props.collection}
      {note && <p className={classes.note}>{note}</p>}
    </>
  );
}

function titleOf({ code, name }: DeliveryOption): string {
  return code === selfCollectionService ? "Collect it at our office" : name;
}

/** A day says more than a speed; where nobody can name one, what the service is. */
function promiseOf({ day, description }: DeliveryOption): string {
  return day === null ? description : `With you by ${deliveryDayText(day)}`;
}

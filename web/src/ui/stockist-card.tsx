import {
  type WalletMode,
  walletModes,
  walletModeWords,
} from "@portal/shared/money/wallet-terms.ts";
import { useState } from "react";
import { useRegionWords } from "../session/use-region-words.ts";
import { api, type ApiOutputs } from "../api/api.ts";
import { DayText } from "./days.tsx";
import { Facts } from "./facts.tsx";
import { ListViews } from "./list/list-views.tsx";
import { MoneyText } from "./money-text.tsx";
import { Loaded } from "./feedback.tsx";

type Figures = ApiOutputs["wallet"]["stockistCard"];

/** A stockist's sales and margin savings, in the three modes of the specification. */
export function StockistCard(props: {
  figures: Figures;
  /** The viewer is the stockist. */
  isOwn: boolean;
  /** Collapsed at first. */
  isFolded?: boolean;
}) {
  const title = props.isOwn ? "Your sales" : "Sales of this stockist";
  if (props.isFolded)
    return (
      <details className="card">
        <summary>{title} and margin savings</summary>
        <CardFigures figures={props.figures} isOwn={props.isOwn} />
      </details>
    );
  return (
    <section className="card stack" aria-labelledby="stockist-card">
      <h2 id="stockist-card">{title}</h2>
      <CardFigures figures={props.figures} isOwn={props.isOwn} />
    </section>
  );
}

/** A stockist's sales, for members above it and for the office. */
export function StockistSales({ userId }: { userId: number }) {
  const card = api.wallet.stockistCard.useQuery({ userId });
  return (
    <Loaded query={card} what="the sales">
      {(figures) => <StockistCard figures={figures} isOwn={false} />}
    </Loaded>
  );
}

function CardFigures({ figures, isOwn }: { figures: Figures; isOwn: boolean }) {
  const { priceTax } = useRegionWords();
  const [mode, setMode] = useState<WalletMode>("total");
  const money = (minor: number) => <MoneyText minor={minor} currency={figures.currency} />;
  const of = (total: number, current: number) =>
    ({ total, current, historical: total - current })[mode];
  return (
    <>
      <ListViews
        label="Figures"
        chosen={mode}
        views={walletModes.map((value) => ({ value, label: walletModeWords[value] }))}
        onChosen={setMode}
      />
      <Facts
        amounts
        facts={[
          { name: "Units", value: of(figures.totalUnits, figures.totalUnitsSinceLastPayout) },
          {
            name: "Sales, as charged",
            value: money(of(figures.totalSales, figures.totalSalesSinceLastPayout)),
          },
          {
            name: `Sales without stockist discount, excl. ${priceTax}`,
            value: money(
              of(
                figures.totalSalesWithoutStockistDiscountExcl,
                figures.totalSalesSinceLastPayoutWithoutStockistDiscountExcl,
              ),
            ),
          },
          ...(isOwn
            ? []
            : [{ name: "Distributor commission", value: `${figures.distributorPercent}%` }]),
          {
            name: `Saved by ${isOwn ? "your" : "the"} ${figures.stockistMargin}% margin, excl. ${priceTax}`,
            value: money(of(figures.saved, figures.savedSinceLastPayout)),
            isSum: true,
          },
        ]}
      />
      {isOwn && <Rhythm figures={figures} />}
      <p className="quiet">
        Current: since {isOwn ? "your distributor’s" : "the distributor’s"} last payout. Historical:
        up to that payout.
      </p>
    </>
  );
}

/** A reminder to order in time. */
function Rhythm({ figures: { daysBetweenOrders: days, lastOrderAt } }: { figures: Figures }) {
  if (days === null || lastOrderAt === null) return null;
  return (
    <p className="quiet">
      You usually order every {days === 1 ? "day" : `${days} days`}. Your last order was on{" "}
      <DayText value={lastOrderAt} />.
    </p>
  );
}

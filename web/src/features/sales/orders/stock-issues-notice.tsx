import { stockIssuesWords } from "@portal/shared/platform/constants.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./shop-notices.module.css";

/** Above every step while the office takes no orders, with its reason. The server refuses them too. */
export function StockIssuesNotice() {
  const stockIssues = useShopSettings()?.stockIssues;
  if (!stockIssues) return null;
  return (
    <div className={classes.band}>
      <Notice tone="warning" title={stockIssuesWords}>
        <p className={classes.text}>{stockIssues}</p>
      </Notice>
    </div>
  );
}

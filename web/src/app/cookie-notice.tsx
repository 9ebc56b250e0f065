import { Button } from "@mantine/core";
import type { Region } from "@portal/shared/platform/region.ts";
import { useEffect } from "react";
import { Link } from "wouter";
import { rememberArrival } from "../session/click-ids.ts";
import { chooseCookies, type CookieChoice } from "../session/cookie-choice.ts";
import classes from "./shop-frame.module.css";

/** Both choices look the same, and neither is preselected. */
export function CookieNotice(props: { region: Region | undefined; onChosen: () => void }) {
  const { region } = props;
  useEffect(() => rememberArrival(region), [region]);
  const choose = (choice: CookieChoice) => () => {
    chooseCookies(choice);
    rememberArrival(region);
    props.onChosen();
  };
  return (
    <section className={classes.notice} aria-label="Cookies">
      <div className="wrap row spread">
        <p className="grow">
          We store only what your order needs.{" "}
          {region === "uk"
            ? "With your permission, we also remember which advert brought you here."
            : "We also remember which advert brought you here, unless you object."}{" "}
          <Link href="/privacy-policy">How we use data</Link>
        </p>
        <div className="row">
          <Button variant="default" onClick={choose("needed")}>
            Necessary only
          </Button>
          <Button variant="default" onClick={choose("all")}>
            Allow all
          </Button>
        </div>
      </div>
    </section>
  );
}

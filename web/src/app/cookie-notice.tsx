import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Link } from "wouter";
import { rememberArrival } from "../session/click-ids.ts";
import { chooseCookies, type CookieChoice } from "../session/cookie-choice.ts";
import classes from "./cookie-notice.module.css";

/** The two choices weigh the same, and neither is made for anybody. */
export function CookieNotice(props: { onChosen: () => void }) {
  useEffect(rememberArrival, []);
  const choose = (choice: CookieChoice) => () => {
    chooseCookies(choice);
    rememberArrival();
    props.onChosen();
  };
  return (
    <section className={classes.notice} aria-label="Cookies">
      <div className={classes.inner}>
        <p className={classes.words}>
          We keep what your order needs. If you allow it, we also remember which advertisement
          brought you here. <Link href="/privacy-policy">How we use data</Link>
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={choose("needed")}>
            Only what is needed
          </Button>
          <Button variant="default" onClick={choose("all")}>
            Allow that too
          </Button>
        </div>
      </div>
    </section>
  );
}

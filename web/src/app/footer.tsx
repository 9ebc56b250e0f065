import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconMail,
} from "@tabler/icons-react";
import { shop } from "../config.ts";
import classes from "./footer.module.css";

const links = [
  { name: "WhatsApp", url: shop.whatsappUrl, Icon: IconBrandWhatsapp },
  { name: "Facebook", url: shop.facebookUrl, Icon: IconBrandFacebook },
  { name: "Instagram", url: shop.instagramUrl, Icon: IconBrandInstagram },
] as const;

/** Help stands at the same place, in the same order, on every page. */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p className={classes.help}>Need a hand? Write to us.</p>
        <ul className={classes.links}>
          <li>
            <a className={classes.link} href={`mailto:${shop.email}`}>
              <IconMail size={20} stroke={1.6} aria-hidden="true" />
              {shop.email}
            </a>
          </li>
          {links.map(({ name, url, Icon }) => (
            <li key={name}>
              <a className={classes.link} href={url} rel="noopener">
                <Icon size={20} stroke={1.6} aria-hidden="true" />
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}

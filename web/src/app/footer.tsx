import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconMail,
} from "@tabler/icons-react";
import { Link } from "wouter";
import { shop } from "../config.ts";
import { useShopSettings } from "../session/use-shop-settings.ts";
import classes from "./footer.module.css";

const pages = [
  { name: "Contact us", path: "/contact-us" },
  { name: "Shipping", path: "/shipping-info" },
  { name: "Returns", path: "/returns-policy" },
  { name: "Privacy", path: "/privacy-policy" },
  { name: "Accessibility", path: "/accessibility" },
] as const;

/** Help stands at the same place, in the same order, on every page. */
export function Footer(props: { onCookies?: () => void }) {
  const settings = useShopSettings();
  const contact = settings?.contact;
  const links = [
    { name: "WhatsApp", url: contact?.whatsappUrl, Icon: IconBrandWhatsapp },
    { name: "Facebook", url: contact?.facebookUrl, Icon: IconBrandFacebook },
    { name: "Instagram", url: contact?.instagramUrl, Icon: IconBrandInstagram },
  ];
  const email = contact?.email ?? shop.email;
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p className={classes.help}>Need a hand? Write to us.</p>
        <ul className={classes.links}>
          <li>
            <a className={classes.link} href={`mailto:${email}`}>
              <IconMail size={20} stroke={1.6} aria-hidden="true" />
              {email}
            </a>
          </li>
          {links.map(
            ({ name, url, Icon }) =>
              url && (
                <li key={name}>
                  <a className={classes.link} href={url} rel="noopener">
                    <Icon size={20} stroke={1.6} aria-hidden="true" />
                    {name}
                  </a>
                </li>
              ),
          )}
        </ul>
      </div>
      <div className={classes.inner}>
        <ul className={classes.links}>
          {pages.map(({ name, path }) => (
            <li key={path}>
              <Link className={classes.link} href={path}>
                {name}
              </Link>
            </li>
          ))}
          {props.onCookies && (
            <li>
              <button type="button" className={classes.link} onClick={props.onCookies}>
                Cookies
              </button>
            </li>
          )}
        </ul>
        <p className={classes.legal}>
          {settings?.shop.name ?? shop.name}
          {settings?.shop.companyNo && `, registration ${settings.shop.companyNo}`}
        </p>
      </div>
    </footer>
  );
}

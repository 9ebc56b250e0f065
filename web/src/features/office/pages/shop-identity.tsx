import { Link } from "wouter";
import { shop } from "../../../config.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";

/** Who sells here, as the law wants it said: what the office has entered, and nothing made up. */
export function ShopIdentity() {
  const settings = useShopSettings();
  const facts = settings?.shop;
  const email = settings?.contact.email ?? shop.email;
  const address = facts?.address.split("\n").filter(Boolean).join(", ");
  return (
    <>
      <p>
        This shop is run by {facts?.name ?? shop.name}
        {address && `, ${address}`}.
      </p>
      {(facts?.companyNo || facts?.vatNo) && (
        <p>
          {facts.companyNo && `Company registration ${facts.companyNo}. `}
          {facts.vatNo && `VAT registration ${facts.vatNo}.`}
        </p>
      )}
      <p>
        Write to <a href={`mailto:${email}`}>{email}</a>, or use the page{" "}
        <Link href="/contact-us">Contact us</Link>.
      </p>
    </>
  );
}

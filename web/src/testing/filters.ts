import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Opens the pill of a filter and chooses a value. */
export async function pickFilter(user: UserEvent, name: string, value: string): Promise<void> {
  const pill = { name: new RegExp(`^${name}(:|$)`) };
  await user.click(screen.getByRole("button", pill));
  const field = within(await screen.findByRole("dialog", pill));
  await user.click(await field.findByRole("radio", { name: value }));
}

/** Opens the filter by days and picks the first and the last; going back months if necessary. */
export async function pickDays(user: UserEvent, first: string, last: string): Promise<void> {
  const pill = { name: /^Date(:|$)/ };
  await user.click(screen.getByRole("button", pill));
  const field = within(await screen.findByRole("dialog", pill));
  const back = await field.findByRole("button", { name: "Previous month" }, { timeout: 10_000 });
  while (!field.queryByRole("button", { name: dayName(first) })) await user.click(back);
  await user.click(field.getByRole("button", { name: dayName(first) }));
  await user.click(field.getByRole("button", { name: dayName(last) }));
}

/** The calendar's label of a day: "1 March 2026" */
function dayName(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** What the shop's first page says itself, before anything is refused (specification, sections 5 and 8). */
export const nothingOrdered =
  "Please set the quantity you would like above and add/select a recipient below before you can proceed.";
export const stockIssuesWords = "We are temporarily unable to take new orders.";

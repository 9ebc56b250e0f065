/** Can be said on the phone, and stand for nobody. */
const plants = [
  "ALOE",
  "AGAPANTHUS",
  "BAOBAB",
  "BUCHU",
  "CLIVIA",
  "DAISY",
  "ERICA",
  "FERN",
  "GERBERA",
  "HONEYBUSH",
  "IRIS",
  "JASMINE",
  "LAVENDER",
  "LILY",
  "MARULA",
  "MIMOSA",
  "OLIVE",
  "PROTEA",
  "QUINCE",
  "ROOIBOS",
  "SAGE",
  "THYME",
  "VYGIE",
  "WATTLE",
  "YARROW",
  "ZINNIA",
] as const;

/**
 * A code for the link of somebody who was given none: a plant, and the number of the account, with another
 * number where somebody has that already. Nothing of the name: a code stands in the ledger for good, and a
 * person may want to be forgotten.
 */
export function codeFrom(userId: number, isTaken: (code: string) => boolean): string {
  const plant = plants[userId % plants.length] ?? plants[0];
  const own = `${plant}${userId}`;
  let code = own;
  for (let number = 2; isTaken(code); number++) code = `${own}-${number}`;
  return code;
}

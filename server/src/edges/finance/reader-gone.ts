/** Nobody reads what is printed any more (`| head`): the rest of the work would be for nothing. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

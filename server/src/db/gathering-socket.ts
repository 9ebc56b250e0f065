import { Socket } from "node:net";

/**
 * Sends what is written in one go of the event loop together. The statements that a pipelining
 * connection is given at once then take one call of the system and one packet, not one each.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  /** Called after each statement; the first one of a turn holds back all of them until it is over. */
  override uncork(): void {
    if (!this.#isGathering) {
      this.#isGathering = true;
      super.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        super.uncork();
      });
    }
    super.uncork();
  }
}

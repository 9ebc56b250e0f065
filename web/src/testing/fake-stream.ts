/** A fake EventSource: it emits what the test passes in. */
export class FakeStream extends EventTarget {
  static last: FakeStream | undefined;
  isOpen = true;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.last = this;
  }
  say(type: string, data: unknown = "", lastEventId = "") {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
  close() {
    this.isOpen = false;
  }
}

import { act } from "@testing-library/react";
import { vi } from "vitest";

type Opened = ReturnType<typeof openedSocket>;

const openedSocket = (address: string) => ({
  address,
  readyState: 0,
  sent: [] as string[],
  onopen: () => undefined,
  onmessage: (_: { data: string }) => undefined,
  onerror: () => undefined,
  onclose: (_: { code: number }) => undefined,
  send(data: string) {
    this.sent.push(data);
  },
  close() {
    this.readyState = 3;
  },
});

/** Sockets whose server is the test: those that a page has opened, in order. */
export function fakeSockets() {
  const opened: Opened[] = [];
  const constructor = (address: string) => {
    opened.push(openedSocket(address));
    return opened.at(-1);
  };
  vi.stubGlobal(
    "WebSocket",
    Object.assign(
      function (address: string) {
        return constructor(address);
      },
      { OPEN: 1 },
    ),
  );
  const last = (path: string) => opened.findLast(({ address }) => address.includes(path))!;
  return {
    opened,
    last,
    /** The server accepts the newest socket of a path. */
    open: (path = "") =>
      act(async () => {
        last(path).readyState = 1;
        last(path).onopen();
      }),
    push: (frame: object, path = "") => act(async () => last(path).onmessage({ data: JSON.stringify(frame) })),
    lose: (code: number, path = "") => act(async () => last(path).onclose({ code })),
  };
}

export function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

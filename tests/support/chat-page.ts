import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { vi } from "vitest";
import { CATCH_UP_PAGE, type Message } from "~/domain/messages/message";
import { OWNER_FIELD, ownerTag } from "~/domain/values/user";
import { useConversation } from "~/realtime/conversation/use-conversation";
import { FeedProvider } from "~/realtime/use-feed";
import { fakeSockets, setVisibility } from "./fake-socket";

const MESSAGE = { senderId: "other", recipientId: "me", content: "", createdAt: 0 };
export const message = (seq: number): Message => ({ ...MESSAGE, seq, id: String(seq) });
export const page = (seqs: number[], hasOlder = true) => ({ messages: seqs.map(message), hasOlder });

const SELF = { id: "me", name: "Rudo" };

/** The request in a word or two: what is read, said or fetched. */
function askedBy(url: string, { intent, seq, content, after, before }: Record<string, unknown>): string {
  if (intent) return `read ${String(seq)}`;
  if (content) return `say ${String(content)}`;
  return `${url.split("?")[0]} ${after ? `after ${String(after)}` : `before ${String(before)}`}`;
}

/** The page of a conversation between "me" and "other", with a server of these messages. */
export async function openChat(stored: number[], { loaded = stored, isVisible = true, hasOlder = false } = {}) {
  vi.useFakeTimers();
  const sockets = fakeSockets();
  setVisibility(isVisible ? "visible" : "hidden");
  const server = { messages: stored, asked: [] as string[], failures: 0, answers: true };
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    // oxlint-disable-next-line no-restricted-globals -- The fake timers' clock.
    setTimeout(() => controller.abort(new Error("timeout")), ms);
    return controller.signal;
  });
  const answerPost = (fields: Record<string, unknown>) => {
    if (fields["intent"]) return Response.json({ unread: 0, unreadTotal: 2 });
    const previousSeq = server.messages.at(-1) ?? 0;
    const own = { ...message(previousSeq + 1), id: String(fields["id"]), senderId: "me", recipientId: "other" };
    return Response.json({ message: own, previousSeq });
  };
  const answerGet = ({ after, before }: Record<string, unknown>) => {
    if (!after)
      return Response.json(
        page(
          server.messages.filter((seq) => seq < Number(before)),
          false,
        ),
      );
    return Response.json(page(server.messages.filter((seq) => seq > Number(after)).slice(0, CATCH_UP_PAGE), true));
  };
  vi.stubGlobal("fetch", async (url: string, { method, body, signal }: RequestInit) => {
    const sent =
      body instanceof FormData || body instanceof URLSearchParams ? body : new URL(url, location.href).searchParams;
    const { [OWNER_FIELD]: owner, ...fields } = Object.fromEntries(sent);
    const asked = askedBy(url, fields);
    server.asked.push(owner === ownerTag("me") ? asked : `${asked} for another user`);
    if (!server.answers)
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
    if (server.failures > 0) {
      server.failures -= 1;
      throw new TypeError("no line");
    }
    return method === "POST" ? answerPost(fields) : answerGet(fields);
  });
  const setUnread = vi.fn();
  const feed = { unread: { total: 0, by: {} }, last: {}, typing: {}, connected: true, setUnread };
  const wrapper = ({ children }: { children: ReactNode }) => createElement(FeedProvider, { value: feed }, children);
  const first = { ...page(loaded, hasOlder), readSeq: 1 };
  const { result } = renderHook(() => useConversation(SELF, "other", first), { wrapper });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(0);
  return {
    ...sockets,
    server,
    setUnread,
    pass,
    chat: () => result.current,
    shown: () => result.current.messages.map(({ seq }) => seq),
    /** What was asked of the server since the last time. */
    asked: () => server.asked.splice(0),
    do: (work: (chat: ReturnType<typeof useConversation>) => unknown) => act(async () => void work(result.current)),
    newMessage: (seq: number, previousSeq: number, senderId = "other") =>
      sockets.push({ type: "newMessage", message: { ...message(seq), senderId }, previousSeq }),
    async interrupt() {
      await sockets.lose(1006);
      await pass(10_000);
      await sockets.open();
      await pass(0);
    },
  };
}

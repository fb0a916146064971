import { useCallback, useRef, useState } from "react";
import type { Message } from "~/domain/messages/message";
import { addUnsent, dropUnsent, readUnsent, refuseUnsent, unsentKey } from "./unsent";
import type { ConversationClient } from "./conversation-client";
import { NO_RESPONSE, type NotSent, type Sent } from "./conversation-responses";

export interface Draft {
  id: string;
  content: string;
  photo: File | null;
  failure: NotSent | null;
}

/** The messages on their way, sent one after another. `onSent` gets a message once the server has stored it. */
export function useDrafts(client: Pick<ConversationClient, "send">, selfId: string, otherId: string) {
  const unsent = unsentKey(selfId, otherId);
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const queue = useRef(Promise.resolve());

  const drop = (id: string) => {
    dropUnsent(unsent, [id]);
    setDrafts((waiting) => waiting.filter((draft) => draft.id !== id));
  };
  const setFailure = (id: string, failure: NotSent | null) =>
    setDrafts((waiting) => waiting.map((draft) => (draft.id === id ? { ...draft, failure } : draft)));

  const dropStored = useCallback(
    (messages: readonly Message[]) => {
      const stored = messages.filter(({ senderId }) => senderId === selfId).map(({ id }) => id);
      dropUnsent(unsent, stored);
      setDrafts((waiting) => waiting.filter((draft) => !stored.includes(draft.id)));
    },
    [selfId, unsent],
  );

  function enqueue(draft: Draft, onSent: (sent: Sent) => void) {
    queue.current = queue.current.then(async () => {
      const outcome = await client.send(draft);
      if (!("message" in outcome)) {
        if (!outcome.canRetry) refuseUnsent(unsent, draft.id, outcome.problem);
        return setFailure(draft.id, outcome);
      }
      onSent(outcome);
      // Not by the stored message's id: under an id already used, different words are stored under a new one.
      drop(draft.id);
    });
  }

  function retry(draft: Draft, onSent: (sent: Sent) => void) {
    setFailure(draft.id, null);
    enqueue(draft, onSent);
  }

  return {
    drafts,
    drop,
    dropStored,
    retry,
    send(content: string, onSent: (sent: Sent) => void, photo: File | null = null) {
      const draft = { id: crypto.randomUUID(), content, photo, failure: null };
      setDrafts((waiting) => [...waiting, draft]);
      // A photo is not kept: what outlives the page is text.
      if (!photo) addUnsent(unsent, draft);
      enqueue(draft, onSent);
    },
    /** Takes over what an earlier page has left: what was refused says why, the rest goes out. */
    adopt(onSent: (sent: Sent) => void) {
      const left = readUnsent(unsent).map(({ problem, ...message }) => ({
        ...message,
        photo: null,
        failure: problem === undefined ? null : { problem, canRetry: false },
      }));
      setDrafts((waiting) => [...left.filter(({ id }) => waiting.every((draft) => draft.id !== id)), ...waiting]);
      for (const draft of left) if (!draft.failure) enqueue(draft, onSent);
    },
    /** Sends again what got no response, once the line is back: by its id it is one message (C3). */
    retryUnanswered(onSent: (sent: Sent) => void) {
      for (const draft of drafts) if (draft.failure === NO_RESPONSE) retry(draft, onSent);
    },
  };
}

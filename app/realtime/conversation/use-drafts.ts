import { useCallback, useRef, useState } from "react";
import type { Message } from "~/domain/messages/message";
import { addUnsent, dropUnsent, readUnsent, refuseUnsent, unsentKey } from "./unsent";
import type { ConversationClient } from "./conversation-client";
import { findPhoto, keepPhoto, PHOTO_LOST } from "./unsent-photos";
import { NO_RESPONSE, type NotSent, type Sent } from "./conversation-responses";

export interface Draft {
  id: string;
  content: string;
  photo: Blob | null;
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
    send(content: string, onSent: (sent: Sent) => void, photo: Blob | null = null) {
      const draft = { id: crypto.randomUUID(), content, photo, failure: null };
      setDrafts((waiting) => [...waiting, draft]);
      const isKept = addUnsent(unsent, { id: draft.id, content, hasPhoto: photo ? true : undefined });
      if (isKept && photo) void keepPhoto(selfId, draft.id, photo);
      enqueue(draft, onSent);
    },
    /** Takes over what an earlier page has left: what was refused says why, the rest goes out. */
    async adopt(onSent: (sent: Sent) => void) {
      const left = await Promise.all(
        readUnsent(unsent).map(async ({ id, content, hasPhoto, problem }) => {
          const photo = hasPhoto ? await findPhoto(selfId, id) : null;
          const refusal = hasPhoto && !photo ? PHOTO_LOST : problem;
          return { id, content, photo, failure: refusal === undefined ? null : { problem: refusal, canRetry: false } };
        }),
      );
      setDrafts((waiting) => [...left.filter(({ id }) => waiting.every((draft) => draft.id !== id)), ...waiting]);
      for (const draft of left) if (!draft.failure) enqueue(draft, onSent);
    },
    /** Sends again what got no response, once the line is back: by its id it is one message (C3). */
    retryUnanswered(onSent: (sent: Sent) => void) {
      for (const draft of drafts) if (draft.failure === NO_RESPONSE) retry(draft, onSent);
    },
  };
}

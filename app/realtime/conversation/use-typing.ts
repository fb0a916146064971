import { useCallback, useEffect, useRef, useState } from "react";
import { TYPING_SHOWN_MS } from "../signals";

/** The least time between two frames about one's own typing. */
const PAUSE_MS = 2500;

/** Whether the other side is typing, and a way to tell them that this side is. */
export function useTyping() {
  const [isTyping, setIsTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const toldAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isTyping,
    show: useCallback(() => {
      setIsTyping(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIsTyping(false), TYPING_SHOWN_MS);
    }, []),
    hide: useCallback(() => setIsTyping(false), []),
    /** Tells the other side by `send`, at most every few seconds. */
    tell(send: () => void) {
      if (Date.now() - toldAt.current < PAUSE_MS) return;
      toldAt.current = Date.now();
      send();
    },
  };
}

// Lets React work on a translated page. Chrome puts a `font` element in place of a text node, or of several side by side,
// that React still holds: it would change what is no longer shown, and throw at removing it, which takes the page down
// with all that is typed. So they are put back before React touches them; what they then say is translated again.

/** By `font` and by text: the element, and its meaning. */
const translations = new WeakMap<Node, [font: ChildNode, ...texts: Node[]]>();
const note = (records: MutationRecord[]) => {
  for (const { removedNodes, addedNodes, previousSibling } of records)
    for (const text of removedNodes) {
      const font = (addedNodes[0] ?? previousSibling) as ChildNode | null;
      if (font?.nodeName !== "FONT" || text.nodeType !== Node.TEXT_NODE) continue;
      const translation = translations.get(font) ?? [font];
      translation.push(text);
      for (const part of translation) translations.set(part, translation);
    }
};
const observer = new MutationObserver(note);
observer.observe(document, { childList: true, subtree: true });
const putBack = (node: Node | null) => {
  note(observer.takeRecords());
  const [font, ...texts] = (node && translations.get(node)) ?? [];
  font?.replaceWith(...texts);
  for (const text of texts) translations.delete(text);
};

const { prototype } = Node;
const { removeChild, insertBefore } = prototype;
const nodeValue = Object.getOwnPropertyDescriptor(prototype, "nodeValue")!;
Object.defineProperties(prototype, {
  removeChild: {
    value(this: Node, child: Node) {
      putBack(child);
      if (child.parentNode === this) removeChild.call(this, child);
      // Nodes that React itself removes were not translated.
      observer.takeRecords();
      return child;
    },
  },
  insertBefore: {
    value(this: Node, node: Node, next: Node | null) {
      putBack(node);
      putBack(next);
      insertBefore.call(this, node, next?.parentNode === this ? next : null);
      observer.takeRecords();
      return node;
    },
  },
  nodeValue: {
    set(this: Node, value: string | null) {
      putBack(this);
      nodeValue.set?.call(this, value);
    },
  },
});

export {};

import type { Block } from "~/content/blog-posts";

/** A text of headings, paragraphs and lists. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid max-w-[65ch] gap-4">
      {blocks.map((block, at) => {
        if ("items" in block) {
          return (
            <ul key={at} className="grid list-disc gap-2 pl-6 marker:text-copper-500">
              {block.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          );
        }
        return block.kind === "heading" ? (
          <h2 key={at} className="pt-3">
            {block.text}
          </h2>
        ) : (
          <p key={at}>{block.text}</p>
        );
      })}
    </div>
  );
}

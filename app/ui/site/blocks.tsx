import type { Block } from "~/content/blog-posts";

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="grid max-w-[65ch] gap-4">
    {blocks.map((block, at) =>
      typeof block === "string" ? (
        <p key={at}>{block}</p>
      ) : "heading" in block ? (
        <h2 key={at} className="pt-3">
          {block.heading}
        </h2>
      ) : (
        <ul key={at} className="grid list-disc gap-2 pl-6 marker:text-copper-500">
          {block.list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      ),
    )}
  </div>
);

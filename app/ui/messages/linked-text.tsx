import { splitAtAddresses } from "~/domain/messages/message-addresses";

/** A message's words. Addresses in them are links, which tell neither where they were nor that we vouch for them. */
export const LinkedText = ({ content }: { content: string }) => (
  <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
    {splitAtAddresses(content).map((part, index) =>
      index % 2 ? (
        <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
);

import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { DAY } from "~/domain/time/harare";

/** RFC 9116 asks for an expiry within a year: always half a year from today. */
const VALIDITY = 180 * DAY;

export function loader({ context: { now, origin } }: LoaderFunctionArgs) {
  const expires = new Date(Math.floor(now / DAY) * DAY + VALIDITY);
  const lines = [
    `Contact: mailto:${brand.email}`,
    `Contact: ${origin}/contact`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}

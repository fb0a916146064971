import styles from "../styles.css?inline";

let hash: Promise<string> | undefined;

/** The stylesheet to put into a page, and the source that allows it in the Content-Security-Policy. */
export async function inlineCriticalCss(): Promise<{ style: string; source: string }> {
  hash ??= crypto.subtle
    .digest("SHA-256", new TextEncoder().encode(styles))
    .then((digest) => btoa(String.fromCharCode(...new Uint8Array(digest))));
  return { style: styles, source: `'sha256-${await hash}'` };
}

import appointment from "../styles.css?page=appointment&inline";
import home from "../styles.css?page=home&inline";
import plumbers from "../styles.css?page=plumbers&inline";
import type { Arrival } from "./inline-critical-css";

interface PageStyle {
  style: string;
  /** What allows it in the Content-Security-Policy. */
  source: string;
}

const STYLES: Record<Arrival, string> = { home, plumbers, appointment };
const hashed = new Map<Arrival, Promise<PageStyle>>();

/** The stylesheet to put into a page. */
export function inlineCriticalCss(page: Arrival): Promise<PageStyle> {
  const style = hashed.get(page) ?? withSource(STYLES[page]);
  hashed.set(page, style);
  return style;
}

async function withSource(style: string): Promise<PageStyle> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  return { style, source: `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'` };
}

import { chromium, type Browser } from "playwright-core";
import { inject } from "vitest";

// Chromium calls home at every start; on a closed network that costs time.
const ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Launch {
  more?: string[];
  /** Arguments that Playwright would give, and people's browsers do not have. */
  without?: string[];
  /** The Chromium that people use, where the difference to the one without windows could matter. */
  whole?: boolean;
}

export function launchBrowser({ more = [], without = [], whole = false }: Launch = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: inject("browsers")[whole ? "whole" : "light"]!,
    args: [...ARGS, ...more],
    ignoreDefaultArgs: without,
  });
}

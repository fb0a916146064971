import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { countOf, readFaults } from "./faults";

test.skipIf(process.env["PLANTED"])(
  "each fault that `npm run plant` plants has its text in its file once, and its test",
  () => {
    const faults = readFaults();
    expect(faults.length).toBeGreaterThan(300);
    expect(faults.filter((fault) => countOf(fault) !== 1)).toEqual([]);
    expect(faults.filter(({ test: own }) => own !== undefined && !existsSync(own))).toEqual([]);
  },
);

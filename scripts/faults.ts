import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** A row of tests/faults/AREA.json. */
export interface Fault {
  file: string;
  /** Stands once in the file. */
  text: string;
  replacement: string;
  /** The test that should see it, tried before all others. */
  test?: string;
}

export interface PlantedFault extends Fault {
  area: string;
}

export const readFaults = (): PlantedFault[] =>
  globSync("tests/faults/*.json")
    .toSorted()
    .flatMap((path) =>
      (JSON.parse(readFileSync(path, "utf8")) as Fault[]).map((fault) => ({ ...fault, area: basename(path, ".json") })),
    );

/** Counts how often a fault's text stands in its file: only a text that stands once can be replaced. */
export const countOf = ({ file, text }: Fault): number =>
  existsSync(file) ? readFileSync(file, "utf8").split(text).length - 1 : 0;

// What the reference page shows.

/** A key of an object, with its type in words. */
export interface KeyView {
  name: string;
  type: string;
  required: boolean;
  about: string;
}

export interface ObjectView {
  title: string;
  about: string;
  keys: KeyView[];
}

export interface OperationView {
  id: string;
  method: string;
  paths: string[];
  summary: string;
  about: string;
  caller: string;
  query: KeyView[];
  bodyKind: string | null;
  /** The variants of the body; empty without one. */
  bodies: ObjectView[];
  /** At most `max` calls in so many minutes. */
  limits: { name: string; max: number; minutes: number }[];
  response: string;
  status: string;
  /** The codes of its problems, by their status. */
  problems: [status: string, codes: string[]][];
}

/** A code of the errors: its status and what it says. */
export interface ProblemView {
  code: string;
  status: number;
  title: string;
}

export interface ReferenceView {
  topics: { name: string; about: string; operations: OperationView[] }[];
  problems: ProblemView[];
  objects: ObjectView[];
  frames: { received: ObjectView[]; sent: ObjectView[] };
  closeCodes: [code: number, why: string][];
}

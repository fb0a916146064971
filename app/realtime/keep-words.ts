import { OWNER_FIELD } from "~/domain/values/user";

// For pages without the framework's script: `enhance.ts` bundles it.

const KEPT_FOR_MS = 24 * 3_600_000;
/** Never a secret, a file, what the page itself has written, or a start: a link may have chosen another since. */
const FIELDS = "textarea, select, input:not([name^=app]):not([type=hidden]):not([type=file]):not([type=password])";

interface Kept {
  at: number;
  values: Record<string, string[]>;
}

/** A person's words are theirs alone, a visitor's belong to the browser. */
function keyOf(form: HTMLFormElement): string {
  const owner = form.querySelector<HTMLInputElement>(`[name=${OWNER_FIELD}]`)?.value ?? "";
  return `words ${owner} ${location.pathname} ${form.dataset["keep"]}`;
}

/** Keeps what is typed in forms with `data-keep` on this phone, a day at most: a camera or a lost line may end the page. */
export function keepWords() {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-keep]")) {
    showKept(form);
    for (const change of ["input", "change"]) form.addEventListener(change, () => keep(form));
  }
}

/** An answer of ours has come: the words are with us, or in the page that it shows. */
export function dropWords(form: HTMLFormElement) {
  try {
    localStorage.removeItem(keyOf(form));
  } catch {
    // Without a place to store, nothing was kept.
  }
}

function keep(form: HTMLFormElement) {
  const values: Kept["values"] = {};
  for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS))
    if (!isChoice(field) || field.checked) (values[field.name] ??= []).push(field.value);
  try {
    localStorage.setItem(keyOf(form), JSON.stringify({ at: Date.now(), values } satisfies Kept));
  } catch {
    // Full or blocked: the form is sent all the same.
  }
}

function showKept(form: HTMLFormElement) {
  const values = readKept(keyOf(form));
  if (!values) return;
  for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS)) {
    const kept = values[field.name] ?? [];
    if (isChoice(field)) field.checked = kept.includes(field.value);
    else field.value = kept[0] ?? field.value;
  }
}

/** Nothing of `localStorage` is trusted: it may be blocked, or hold what another build or a damaged phone has written. */
function readKept(key: string): Kept["values"] | null {
  try {
    const { at, values } = JSON.parse(localStorage.getItem(key) ?? "") as Kept;
    if (Date.now() - at < KEPT_FOR_MS && Object.values(values).every(Array.isArray)) return values;
    localStorage.removeItem(key);
  } catch {
    // As if nothing had been kept.
  }
  return null;
}

const isChoice = ({ type }: HTMLInputElement) => /radio|check/.test(type);

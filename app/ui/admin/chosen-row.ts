import { useEffect } from "react";
import { useFlash } from "../shell/dashboard-page";

// The chosen row is the one with the focus in it: what a screen reader says and what a key does never differ.

const ROW = "[data-row]";
const LINK = "a[data-row-link]";

const isShown = (element: Element) => element.getClientRects().length > 0;
const rows = () => [...document.querySelectorAll<HTMLElement>(`main ${ROW}`)].filter(isShown);
const addressOf = (row: HTMLElement): string => {
  const link = row.querySelector<HTMLAnchorElement>(LINK);
  return link ? link.pathname + link.search : "";
};

/** Where each list was left: the row, and its place for the case that it is gone. */
const left = new Map<string, { name: string; place: number }>();
const list = () => location.pathname + location.search;

const chosenRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(`main ${ROW}`) ?? null;

/** Chooses the next row, or the one before; if none is chosen, the row that the list was left at, or the one in its place. */
export function chooseNextRow(step: 1 | -1): void {
  const all = rows();
  const chosen = chosenRow();
  const was = left.get(list());
  const again = was ? all.findIndex((row) => addressOf(row) === was.name) : -1;
  const place = chosen ? all.indexOf(chosen) + step : again >= 0 ? again : (was?.place ?? 0);
  const row = all[Math.max(0, Math.min(place, all.length - 1))];
  if (row) choose(row, all.indexOf(row));
}

/** After an action on another page, chooses the row in the place of the one that was left (O19), unless something has the focus. */
export function useResumedList(): void {
  const flash = useFlash();
  useEffect(() => {
    const isFree = document.activeElement === document.body || document.activeElement?.matches("main");
    if (flash && isFree && left.has(list())) chooseNextRow(1);
  }, [flash]);
}

export function leaveRow(element: HTMLElement): void {
  if (chosenRow()?.contains(element)) chooseNextRow(1);
}

function choose(row: HTMLElement, place: number): void {
  left.set(list(), { name: addressOf(row), place });
  const link = row.querySelector<HTMLElement>(LINK);
  if (!link) row.tabIndex = -1;
  (link ?? row).focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

/** Opens the chosen row, if the focus is on nothing that Enter is for. */
export function openRow(target: EventTarget | null): boolean {
  const row = chosenRow();
  if (!row || !(target instanceof Element) || target.closest("a, button, summary")) return false;
  row.querySelector<HTMLElement>(LINK)?.click();
  return true;
}

export const selectRow = (): void => chosenRow()?.querySelector<HTMLElement>("input[type=checkbox]")?.click();

/** The actions with a key of their own, in the chosen row and outside of all rows; the row's first. */
export function keyedActions() {
  const row = chosenRow();
  const all = [...document.querySelectorAll<HTMLElement>("[data-key]")].filter(isShown);
  const inRow = all.filter((element) => row?.contains(element));
  const onPage = all.filter((element) => !element.closest(ROW));
  const actions = [...inRow, ...onPage].map((element) => ({
    key: element.dataset["key"] ?? "",
    label: (element.ariaLabel ?? element.textContent ?? "").trim().replace(/\s+/g, " "),
    element,
  }));
  return actions.filter(({ key }, place) => actions.findIndex((other) => other.key === key) === place);
}

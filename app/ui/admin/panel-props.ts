/** What is shown over the page, in a dialog of its own. */
export interface PanelProps {
  /** What was typed while the panel was on its way. */
  typed: string;
  close: () => void;
  open: (name: PanelName) => void;
}

export type PanelName = "palette" | "help";

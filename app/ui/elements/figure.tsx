import { Icon } from "./icon";
import type { IconName } from "./icon-names";

interface FigureProps {
  label: string;
  value: number | string;
  icon: IconName;
  note?: string;
}

export const Figure = ({ label, value, icon, note }: FigureProps) => (
  <div className="card flex flex-col gap-1 p-4">
    <dt className="flex items-start justify-between gap-2 text-sm leading-snug text-ink-2">
      {label} <Icon name={icon} className="text-brand-600" />
    </dt>
    <dd className="mt-auto text-h1 font-bold tabular-nums">{value}</dd>
    {note && <dd className="text-sm text-ink-2">{note}</dd>}
  </div>
);

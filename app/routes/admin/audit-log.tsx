import { useLoaderData } from "@remix-run/react";
import {
  AUDIT_ACTIONS,
  describeChanges,
  parseAuditAction,
  type AuditAction,
  type AuditEntry,
} from "~/domain/audit-log/audit-log";
import { OFFICE_SETTINGS, parseSettingName } from "~/domain/settings/office-settings";
import type { Instant } from "~/domain/time/harare";
import { listLoader } from "~/http/guards";
import { officePage, TextLink } from "~/ui/admin/office-page";
import { ListPage, sayInstant, type Column } from "~/ui/admin/data-table";
import { Options } from "~/ui/forms/options";
import { subjectOf } from "~/ui/admin/audit-list";
import desk from "~/ui/illustrations/desk.svg?url";
import { Form } from "~/ui/forms/owned-form";
import { listAuditEntries } from "~/domain/audit-log/audit-log-lists.server";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Log", "the log");

const LIST = { name: "by", views: { all: "Everyone", me: "Mine" }, sort: "-at" } as const;

/** The office's actions (O1): all, one's own, one kind, or the changes of one setting. */
export const loader = listLoader(LIST, ({ context: { db }, viewer, url: { searchParams }, view, pageRequest }) => {
  const setting = parseSettingName(searchParams.get("setting"));
  const action = parseAuditAction(searchParams.get("action"));
  const mine = view === "me" ? { adminId: viewer.id } : {};
  const ofAction = action ? { action } : mine;
  const which = setting ? { subjectId: setting } : ofAction;
  const log = listAuditEntries(db, which, pageRequest);
  return { setting: setting && OFFICE_SETTINGS[setting].title, action, log };
});

const columns = (now: Instant): Column<AuditEntry>[] => [
  { id: "at", label: "When", sort: "-at", onPhones: "end", cell: ({ at }) => sayInstant(at, now) },
  { id: "admin", label: "Who", cell: ({ adminName }) => adminName },
  { id: "action", label: "What", cell: ({ words }) => words },
  {
    id: "subject",
    label: "Whom or what",
    link: (entry) => subjectOf(entry).page,
    cell: (entry) => subjectOf(entry).name,
  },
  {
    id: "details",
    label: "Details",
    cell: (entry) => {
      const changes = describeChanges(entry);
      if (!changes && !entry.reason) return null;
      return (
        <span className="takes-rest text-ink-2">
          {changes} {entry.reason && <bdi>“{entry.reason}”</bdi>}
        </span>
      );
    },
  },
];

export default function Log() {
  const { view, setting, action, sort, log, now } = useLoaderData<typeof loader>();
  return (
    <ListPage
      {...(!setting && !action && LIST)}
      view={view}
      title="Log"
      small={setting && `Setting: ${setting}`}
      tools={
        <>
          {!setting && <ActionFilter chosen={action} />}
          {(setting ?? action) && <TextLink to="/admin-dashboard/log" label="All entries" />}
        </>
      }
      columns={columns(now)}
      page={{ rows: log.entries, next: log.next }}
      sort={sort}
      illustration={desk}
      empty={action ? "Nobody has done this yet." : "Nothing has been logged yet."}
    />
  );
}

/** An action without whom or what it is done to: "Wrote a note about …". */
const labelOf = (words: string) =>
  words.charAt(0).toUpperCase() + words.slice(1).replace(/(?<= (?:a|about|by|from|into|of|to))$|:$/, " …");

const ActionFilter = ({ chosen }: { chosen: AuditAction | null }) => (
  <Form className="flex flex-wrap items-center gap-2">
    <select key={chosen} name="action" defaultValue={chosen ?? ""} aria-label="Action" className="input">
      <option value="">All actions</option>
      <Options choices={Object.entries(AUDIT_ACTIONS).map(([name, words]) => [name, labelOf(words)])} />
    </select>
    <button className="button button-quiet">Show</button>
  </Form>
);

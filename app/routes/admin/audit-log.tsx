import { Form, useLoaderData } from "@remix-run/react";
import { AUDIT_ACTIONS, parseAuditAction, type AuditAction } from "~/domain/audit-log/audit-log";
import { AUDIT_PAGE_SIZE, listAuditEntries } from "~/domain/audit-log/audit-log.server";
import { OFFICE_SETTINGS, parseSettingName } from "~/domain/settings/office-settings";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { roleLoader } from "~/http/guards";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { AuditTable } from "~/ui/admin/audit-table";
import { ViewLinks } from "~/ui/admin/view-links";
import desk from "~/ui/illustrations/desk.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { MoreLink } from "~/ui/elements/more-link";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Log",
  failed: "Failed to fetch the log",
  home: "/admin-dashboard",
});

export const loader = roleLoader("admin", async ({ context: { db, now }, viewer, url: { searchParams } }) => {
  const setting = parseSettingName(searchParams.get("setting"));
  const action = parseAuditAction(searchParams.get("action"));
  const own = searchParams.get("by") === "me";
  const sort = parseSort(searchParams.get("sort"), "-at");
  const place = [searchParams.get("cursor"), AUDIT_PAGE_SIZE, isAscending(sort)] as const;
  const of = setting ? { subjectId: setting } : action ? { action } : own ? { adminId: viewer.id } : {};
  const page = await listAuditEntries(db, of, ...place);
  return { own, setting: setting && OFFICE_SETTINGS[setting].title, action, sort, ...page, now };
});

export default function Log() {
  const { own, setting, action, sort, entries, next, now } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Log {setting && <small>{`Setting: ${setting}`}</small>}</h1>
        {!setting && <ActionFilter chosen={action} />}
        {(setting ?? action) && (
          <Link to="/admin-dashboard/log" className="button-link">
            All entries
          </Link>
        )}
      </div>
      {!setting && !action && (
        <ViewLinks
          name="by"
          label="Show"
          chosen={own ? "me" : null}
          choices={[
            { value: null, label: "Everyone" },
            { value: "me", label: "Mine" },
          ]}
        />
      )}
      <AuditTable
        entries={entries}
        sort={sort}
        now={now}
        empty={
          <EmptyState
            illustration={desk}
            text={action ? "Nobody has done this yet." : "Nothing has been logged yet."}
          />
        }
      />
      <MoreLink next={next} label="Next page" />
    </div>
  );
}

/** An action without whom or what it is done to: "Wrote a note about …". */
const labelOf = (words: string) =>
  words.charAt(0).toUpperCase() + words.slice(1).replace(/(?<= (?:a|about|by|from|into|of|to))$|:$/, " …");

/** Chooses one kind of action, of all admins. */
const ActionFilter = ({ chosen }: { chosen: AuditAction | null }) => (
  <Form className="flex flex-wrap items-center gap-2">
    <select key={chosen} name="action" defaultValue={chosen ?? ""} aria-label="Action" className="input">
      <option value="">All actions</option>
      {Object.entries(AUDIT_ACTIONS).map(([name, words]) => (
        <option key={name} value={name}>
          {labelOf(words)}
        </option>
      ))}
    </select>
    <button className="button button-quiet">Show</button>
  </Form>
);

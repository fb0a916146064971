import { useLoaderData } from "@remix-run/react";
import { columnsForm, viewForm } from "~/domain/admin/people/admin-forms";
import {
  readBookingQuery,
  writeBookingQuery,
  ARRANGED_LISTS,
  VIEW_NAME_LENGTH,
  type ArrangedList,
  readUserQuery,
  writeUserQuery,
} from "~/domain/admin/lists/office-lists";
import {
  deleteView,
  findArrangement,
  hideColumns,
  renameView,
  saveView,
} from "~/domain/admin/lists/arranged-lists.server";
import { adminAction, adminLoader } from "~/http/guards";
import { officePage, PageWithBar, OfficeLink, TextLink, VerbButton } from "~/ui/admin/office-page";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply, type FormReplyOf } from "~/ui/forms/form";
import type { FormReply } from "~/http/forms";
import { requireOneOf } from "~/http/responses";
import { useLastActionData } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Your views", "your views");

/** A list's address as its own filters write it: what is saved is read as the list reads it. */
const canonical = (list: ArrangedList, query: string): string =>
  list === "bookings" ? writeBookingQuery(readBookingQuery(query)) : writeUserQuery(readUserQuery(query));

const pageOf = (list: ArrangedList, query: string) => `/admin-dashboard/${list}${query && `?${query}`}`;

export const loader = adminLoader(async ({ context, viewer, param }) => {
  const list = requireOneOf(ARRANGED_LISTS, param("list"));
  return { list, views: (await findArrangement(context.db, viewer.id, list)).views };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, form, param, read, button, refused, goTo } = args;
  const list = requireOneOf(ARRANGED_LISTS, param("list"));
  const { verb, of } = button(["save", "rename", "delete", "columns"]);
  const admin = await user;
  const query = canonical(list, String(form.get("query") ?? "").slice(0, 500));
  if (verb === "delete") {
    await deleteView(context, admin, of);
    return goTo(`/admin-dashboard/lists/${list}`);
  }
  if (verb === "columns") {
    const { all, column } = columnsForm.parse({ all: form.get("all"), column: form.getAll("column") });
    const hidden = all.filter((id) => !column.includes(id));
    await hideColumns(context, admin, list, hidden);
    return goTo(pageOf(list, query), "columnsSaved");
  }
  const { name } = read(viewForm);
  const result =
    verb === "save"
      ? await saveView(context, admin, list, { name, query })
      : await renameView(context, admin, of, name);
  if (!result.ok) return refused(result);
  return goTo(verb === "save" ? pageOf(list, query) : `/admin-dashboard/lists/${list}`, "viewSaved");
});

export default function ArrangedListPage() {
  const { list, views } = useLoaderData<typeof loader>();
  const refused = useFormReply("save", ["name", "query"]);
  const reply = useLastActionData<FormReply>();
  return (
    <PageWithBar
      title={`Your views of ${list}`}
      tools={<OfficeLink to={pageOf(list, "")} label={`Back to ${list}`} />}
      className="gap-3"
    >
      {reply?.values["form"] === "save" && <RefusedView reply={refused} />}
      {reply?.reason === "viewNotFound" && <ProblemSummary message={reply.message} />}
      {views.length === 0 && <p>You have no views yet. Filter the list, then save it as a view.</p>}
      <ul className="grid gap-3">
        {views.map((view) => (
          <KeptView key={view.id} list={list} {...view} />
        ))}
      </ul>
    </PageWithBar>
  );
}

/** A view that could not be saved on the page of its list. */
const RefusedView = ({ reply: { fields, all, message } }: { reply: FormReplyOf<"name" | "query"> }) => (
  <>
    <ProblemSummary message={message} fields={all} />
    <Form method="post" className="grid gap-2">
      <input type="hidden" name="form" value="save" />
      <input type="hidden" name="query" value={fields.query.value} />
      <TextField meta={fields.name} label="Name of this view" maxLength={VIEW_NAME_LENGTH} />
      <VerbButton value="save" busy="Saving..." label="Save view" />
    </Form>
  </>
);

function KeptView({ list, id, name, query }: { list: ArrangedList; id: string; name: string; query: string }) {
  const { fields, all, message } = useFormReply(id, ["name"], { name });
  return (
    <li className="grid gap-2">
      <ProblemSummary message={message} fields={all} />
      <Form method="post" className="flex flex-wrap items-end gap-2">
        <input type="hidden" name="form" value={id} />
        <input type="hidden" name="query" value={query} />
        <TextField meta={fields.name} label={`Name of ${name}`} maxLength={VIEW_NAME_LENGTH} />
        <VerbButton value={`rename:${id}`} label="Rename" />
        <VerbButton value={`delete:${id}`} busy="Deleting..." label="Delete" />
        <TextLink to={pageOf(list, query)} label="Open" />
      </Form>
    </li>
  );
}

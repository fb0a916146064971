import { useLoaderData } from "@remix-run/react";
import { countDialogues, dialogueList } from "~/domain/dialogues/dialogues.server";
import type { DialogueState } from "~/domain/dialogues/dialogue";
import type { Instant } from "~/domain/time/harare";
import type { RowOf } from "~/domain/values/lists";
import { countOf } from "~/domain/values/numbers";
import { showPhone } from "~/domain/values/phone";
import { listLoader } from "~/http/guards";
import { type Column, ListPage, sayInstant } from "~/ui/admin/data-table";
import { STATE_WORDS } from "~/ui/admin/dialogue-words";
import { officePage } from "~/ui/admin/office-page";
import noNotifications from "~/ui/illustrations/no-notifications.svg?url";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("WhatsApp", "conversations");

const LIST = { views: { open: "Going on", office: "With our office", all: "All" }, sort: "-date" };

export const loader = listLoader(LIST, ({ context: { db }, view, pageRequest }) => ({
  page: dialogueList.page(db, view, pageRequest),
  counts: dialogueList.count(db),
  figures: countDialogues(db),
}));

const columns = (now: Instant): Column<RowOf<typeof dialogueList>>[] => [
  {
    id: "name",
    label: "From",
    link: ({ id }) => `/admin-dashboard/whatsapp/${id}`,
    cell: ({ name }) => name ?? "Somebody new",
  },
  { id: "phone", label: "Phone", cell: ({ phone }) => showPhone(phone) },
  {
    id: "state",
    label: "Asked for",
    cell: ({ state, takenByName }) => (takenByName ? `${takenByName} answers` : STATE_WORDS[state]),
  },
  {
    id: "words",
    label: "Last words",
    cell: ({ lastWords }) => (
      <span dir="auto" className="takes-rest text-ink-2">
        {lastWords}
      </span>
    ),
  },
  { id: "date", label: "Heard", sort: "-date", onPhones: "end", cell: ({ heardAt }) => sayInstant(heardAt, now) },
];

const stepOf = (state: DialogueState): string => STATE_WORDS[state].toLowerCase().replace(/^the /, "");

export default function WhatsAppPage() {
  const loaded = useLoaderData<typeof loader>();
  const { began, requests, stopped } = loaded.figures;
  // With whom our office talks has not stopped.
  const silent = stopped.filter(({ state }) => state !== "office");
  const steps = silent.map(({ state, count }) => (silent.length === 1 ? stepOf(state) : `${stepOf(state)} (${count})`));
  return (
    <ListPage
      {...LIST}
      {...loaded}
      title="WhatsApp"
      caption="Conversations"
      columns={columns(loaded.now)}
      illustration={noNotifications}
      empty="No conversations here."
      lead={
        began > 0 && (
          <p className="text-ink-2">
            {countOf(began, "conversation")}, {countOf(requests, "request")} sent.
            {steps.length > 0 &&
              ` ${silent.reduce((sum, { count }) => sum + count, 0)} stopped answering at: ${steps.join(", ")}.`}
          </p>
        )
      }
    />
  );
}

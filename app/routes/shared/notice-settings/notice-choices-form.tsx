import { Fragment } from "react";
import {
  isChoosable,
  noticeAnswers,
  TOPIC_NAMES,
  type ChosenChannel,
  type ChosenTopic,
  type NoticeChoices,
} from "~/domain/notices/choices";
import { formatTime } from "~/domain/time/harare";
import { Icon, SubmitButton } from "~/ui/shell/elements";
import { ProblemSummary } from "~/ui/forms/form";
import { DrawnForm, useDrawnReply } from "~/ui/forms/drawn-form";
import { SelectField } from "~/ui/forms/field";

interface Props {
  choices: NoticeChoices;
  topics: readonly ChosenTopic[];
  channels: readonly ChosenChannel[];
}

const COLUMN_NAMES: Record<ChosenChannel, string> = {
  email: "Email",
  push: "Devices",
  whatsapp: "WhatsApp",
  sms: "Text",
};

const HALF_HOURS = Array.from({ length: 48 }, (_, at) => [String(at * 30), formatTime(at * 30)] as const);

export function NoticeChoicesForm({ choices, topics, channels }: Props) {
  const drawn = useDrawnReply("notices", ["quietFrom", "quietUntil"], noticeAnswers(choices));
  const { fields, all, message, values } = drawn;
  const isTicked = (name: string) => values[name] === "on";
  const hasOthers = channels.some((channel) => channel !== "email");
  return (
    <DrawnForm reply={drawn} method="post" className="card grid gap-5 p-4 sm:p-5">
      <ProblemSummary message={message} fields={all} />
      <input type="hidden" name="form" value="notices" />
      <input type="hidden" name="channels" value={channels.join(" ")} />
      <table className="w-full table-fixed">
        <thead>
          {/* A phone has no room for a topic beside the columns: it stands above them. */}
          <tr className="sm:hidden">
            <th colSpan={channels.length} className="pb-2 text-left font-semibold">
              Tell me about
            </th>
          </tr>
          <tr>
            <th className="pb-2 text-left font-semibold max-sm:hidden">Tell me about</th>
            {channels.map((channel) => (
              <th key={channel} className="pb-2 text-center text-xs font-semibold sm:w-24 sm:text-sm">
                {channel === "whatsapp" ? (
                  <>
                    Whats
                    <wbr />
                    App
                  </>
                ) : (
                  COLUMN_NAMES[channel]
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <Fragment key={topic}>
              <tr className="border-t border-line sm:hidden">
                <th scope="row" colSpan={channels.length} className="py-1 text-left font-normal">
                  {TOPIC_NAMES[topic].name}
                  <p className="text-sm text-ink-3">{TOPIC_NAMES[topic].hint}</p>
                </th>
              </tr>
              <tr className="border-line sm:border-t">
                <th scope="row" className="text-left font-normal max-sm:hidden">
                  {TOPIC_NAMES[topic].name}
                </th>
                {channels.map((channel) => (
                  <td key={channel} className="text-center">
                    {isChoosable(topic, channel) ? (
                      <label className="inline-grid size-11 place-items-center">
                        <input
                          type="checkbox"
                          className="size-6 accent-brand-700"
                          name={`${topic}-${channel}`}
                          defaultChecked={isTicked(`${topic}-${channel}`)}
                          aria-label={`${TOPIC_NAMES[topic].name}: ${COLUMN_NAMES[channel]}`}
                        />
                      </label>
                    ) : (
                      <span className="inline-grid size-11 place-items-center text-ink-3">
                        <Icon name="check" />
                        <span className="sr-only">always</span>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
              {TOPIC_NAMES[topic].hint && (
                <tr className="max-sm:hidden">
                  <td colSpan={1 + channels.length} className="pb-2 text-sm text-ink-3">
                    {TOPIC_NAMES[topic].hint}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {topics.some((topic) => !isChoosable(topic, "email")) && (
        <p className="text-sm text-ink-3">
          Emails about {topics.includes("requests") && "requests and "}changes can't be turned off: they are your record
          of what was agreed.
        </p>
      )}
      {hasOthers ? (
        <fieldset className="grid gap-3 border-t border-line pt-4">
          <legend className="sr-only">Quiet hours</legend>
          <label className="check">
            <input type="checkbox" name="quiet" defaultChecked={isTicked("quiet")} /> Quiet hours
          </label>
          <div className="grid grid-cols-2 gap-4">
            <SelectField meta={fields.quietFrom} label="From" choices={HALF_HOURS} />
            <SelectField meta={fields.quietUntil} label="To" choices={HALF_HOURS} />
          </div>
          <p className="text-sm text-ink-3">
            Your phone stays silent, unless it is about a job in the next 12 hours. Emails come at any time.
          </p>
        </fieldset>
      ) : (
        <>
          <input type="hidden" name="quietFrom" value={fields.quietFrom.value} />
          <input type="hidden" name="quietUntil" value={fields.quietUntil.value} />
          {choices.quiet && <input type="hidden" name="quiet" value="on" />}
        </>
      )}
      <SubmitButton busy="Saving..." className="justify-self-start" label="Save" />
    </DrawnForm>
  );
}

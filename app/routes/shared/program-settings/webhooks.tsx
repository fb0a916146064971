import { MAX_ADDRESS_LENGTH, type WebhookTopic, type Delivery, type Webhook } from "~/domain/notices/webhooks/webhook";
import { formatInstant } from "~/domain/time/harare";
import { STEP_UP_FIELDS } from "~/ui/accounts/step-up-fields";
import { SteppedUpForm } from "~/ui/accounts/stepped-up-form";
import { TextField, FieldError } from "~/ui/forms/field";
import { useFormReply, type FieldMeta } from "~/ui/forms/form";
import { PressForm, useLastActionData } from "~/ui/shell/elements";
import { TOPIC_NAMES } from "~/domain/notices/choices";
import type { FormReply } from "~/http/forms";

interface WebhooksProps {
  webhooks: Webhook[];
  deliveries: Delivery[];
  topics: readonly WebhookTopic[];
}

export function Webhooks({ webhooks, deliveries, topics }: WebhooksProps) {
  const reply = useFormReply("addWebhook", ["url", "topics", ...STEP_UP_FIELDS]);
  return (
    <section className="card grid gap-4 p-4 sm:p-5">
      <h2>Webhooks</h2>
      <p className="text-ink-2">
        We post what you are told to an address of your own, <a href="/api#webhooks">signed</a>.
      </p>
      {webhooks.map((one) => (
        <OneWebhook
          key={one.id}
          webhook={one}
          deliveries={deliveries.filter(({ endpointId }) => endpointId === one.id)}
        />
      ))}
      <SteppedUpForm
        form="addWebhook"
        title="New webhook"
        reply={reply}
        button="Add a webhook"
        busy="Adding..."
        isVerb
        isFolded
      >
        <TextField
          meta={reply.fields.url}
          label="Address"
          hint="Like https://example.com/pombi"
          type="url"
          maxLength={MAX_ADDRESS_LENGTH}
        />
        <TickBoxes
          meta={reply.fields.topics}
          legend="Post there"
          boxes={topics.map((value) => ({ value, ...TOPIC_NAMES[value] }))}
        />
      </SteppedUpForm>
    </section>
  );
}

function OneWebhook({ webhook, deliveries }: { webhook: Webhook; deliveries: Delivery[] }) {
  const { id, url, topics, failingSince, endedAt } = webhook;
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <div className="grid grid-cols-[1fr_auto] items-start gap-3">
        <div className="min-w-0">
          <b className="wrap-anywhere">{url}</b>
          <p className="text-sm text-ink-2">
            {topics.map((topic) => TOPIC_NAMES[topic].name).join(", ")}.{" "}
            {endedAt !== null
              ? `Ended ${formatInstant(endedAt)}, because it took nothing.`
              : failingSince !== null && `Has taken nothing since ${formatInstant(failingSince)}.`}
          </p>
        </div>
        <PressForm value={`remove:${id}`} busy="Removing..." label="Remove" />
      </div>
      {deliveries.length > 0 && (
        <details>
          <summary className="button-link">The last deliveries</summary>
          <ul className="grid gap-2">
            {deliveries.map(({ id, kind, title, answer, took, at }) => (
              <li key={id} className="grid grid-cols-[1fr_auto] items-center gap-3 border-t border-line pt-2">
                <div className="min-w-0 text-sm">
                  <b>{answer ?? "No answer"}</b> in {took} ms, {formatInstant(at)}
                  <span className="block text-ink-2 wrap-anywhere">
                    {title} ({kind})
                  </span>
                </div>
                {endedAt === null && <PressForm value={`again:${id}`} busy="Sending..." label="Send again" />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface TickBoxesProps {
  meta: FieldMeta;
  legend: string;
  boxes: readonly { value: string; name: string; hint?: string }[];
}

/** Boxes, each a field of its own, `name-value`, so that it stays as it was sent. */
export function TickBoxes({ meta, legend, boxes }: TickBoxesProps) {
  const given = useLastActionData<Partial<FormReply>>()?.values;
  return (
    <fieldset
      className="field"
      id={meta.id}
      tabIndex={-1}
      aria-describedby={meta.error ? `${meta.id}-error` : undefined}
    >
      <legend className="font-semibold">{legend}</legend>
      {boxes.map(({ value, name, hint }) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            name={`${meta.name}-${value}`}
            defaultChecked={given?.[`${meta.name}-${value}`] === "on"}
            aria-invalid={meta.error ? true : undefined}
          />{" "}
          <span>
            {name}
            {hint && <span className="block text-sm font-normal text-ink-3">{hint}</span>}
          </span>
        </label>
      ))}
      <FieldError meta={meta} />
    </fieldset>
  );
}

import type { ComponentProps } from "react";
import { PHOTO_ALONE } from "~/domain/messages/message";
import { privatePhotoUrl } from "~/domain/photos/photo";
import { timeAt, type Instant } from "~/domain/time/harare";
import type { NotSent } from "~/realtime/conversation/conversation-responses";
import { WAITS_FOR_LINE } from "~/realtime/conversation/unsent";
import { LocalPhoto } from "../photos/local-photo";
import { Icon } from "../shell/elements";
import { LinkedText } from "./linked-text";

interface Props {
  content: string;
  photoId?: string | null;
  /** The photo of a message that is on its way. */
  photo?: Blob | null;
  own: boolean;
  at: Instant | null;
  isRead?: boolean;
  failure?: NotSent | null;
  isWaiting?: boolean;
  onRetry?: () => void;
  onTakeBack?: () => void;
  onRemove?: () => void;
}

const OWN = "border-brand-100 bg-brand-100";
const OTHERS = "border-line bg-surface";
/** Its height is fixed: nothing knows a photo's sides before it is there, and what stands around it stays. */
const PHOTO = "mt-1 flex min-h-[clamp(192px,22vw,280px)] min-w-24 w-fit items-center";
const PICTURE = "max-h-[clamp(192px,22vw,280px)] rounded-field";

/** One message. The viewer's own have a clock until they are stored, then a tick, and a second one once they are read. */
export const Bubble = ({
  content,
  photoId,
  photo,
  own,
  at,
  isRead = false,
  failure,
  isWaiting = false,
  ...onPress
}: Props) => (
  <li className={`flex ${own ? "justify-end" : "justify-start"}`}>
    <div className={`max-w-[85%] rounded-card border px-3 py-2 sm:max-w-[70%] ${own ? OWN : OTHERS}`}>
      {photoId && (
        <a href={privatePhotoUrl(photoId, 1280)} target="_blank" rel="noopener" className={PHOTO}>
          <img src={privatePhotoUrl(photoId, 320)} alt="Photo, opens in full" className={PICTURE} loading="lazy" />
        </a>
      )}
      {photo && (
        <span className={PHOTO}>
          <LocalPhoto photo={photo} alt="Photo" className={PICTURE} />
        </span>
      )}
      {!((photoId || photo) && content === PHOTO_ALONE) && <LinkedText content={content} />}
      {isWaiting ? (
        <p className="text-sm text-ink-2">{WAITS_FOR_LINE}</p>
      ) : failure ? (
        <Failure failure={failure} {...onPress} />
      ) : (
        <p className="flex items-center justify-end gap-1 text-xs text-ink-2 tabular-nums">
          {at !== null && timeAt(at)}
          {own && isRead && <Icon name="check" className="-mr-4 text-brand-600" />}
          {own && (
            <Icon
              name={at === null ? "clock" : "check"}
              label={at === null ? "Sending" : isRead ? "Read" : "Sent"}
              className={isRead ? "text-brand-600" : ""}
            />
          )}
        </p>
      )}
    </div>
  </li>
);

const Action = (props: ComponentProps<"button">) => (
  <button type="button" className="flex min-h-11 items-center gap-2 text-sm font-semibold text-danger" {...props} />
);

function Failure({
  failure: { problem, canRetry },
  onRetry,
  onTakeBack,
  onRemove,
}: Pick<Props, "onRetry" | "onTakeBack" | "onRemove"> & { failure: NotSent }) {
  return canRetry ? (
    <>
      {problem && <p className="text-sm text-danger">{problem}</p>}
      <Action onClick={onRetry}>
        <Icon name="circle-alert" /> Not sent. Tap to retry
      </Action>
    </>
  ) : (
    <>
      <p className="text-sm text-danger">Not sent. {problem ?? "This message can't be sent."}</p>
      <p className="flex flex-wrap gap-x-4">
        <Action onClick={onTakeBack}>
          <Icon name="undo-2" /> Edit
        </Action>
        <Action onClick={onRetry}>Send again</Action>
        <Action onClick={onRemove}>Remove</Action>
      </p>
    </>
  );
}

import { Form } from "@remix-run/react";
import { useState } from "react";
import { Dialog } from "../elements/dialog";
import { Icon } from "../elements/icon";
import { useHasScript } from "../elements/use-has-script";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";

interface Props {
  hasPin: boolean;
  isOpen: boolean;
  back: string;
}

/** The place on the map: where the client's device says it is. Without script it can only be removed. */
export function PinDialog({ hasPin, isOpen, back }: Props) {
  const { all, message } = useFormReply("pin", ["pin"]);
  const hasScript = useHasScript();
  const [found, setFound] = useState<{ pin: string | null; words: string }>({ pin: null, words: "Use my location" });
  const locate = () => {
    setFound({ pin: null, words: "Looking..." });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        setFound({
          pin: `${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`,
          words: "Your place is marked",
        }),
      () => setFound({ pin: null, words: "We can't tell where you are" }),
    );
  };
  return (
    <Dialog title="Place on the map" back={back} backLabel="Back">
      <ProblemSummary message={message} fields={all} />
      <p className="text-ink-2">
        {hasPin
          ? "Your place is marked. Your plumber sees it after confirming."
          : "Your place isn't marked. Your plumber goes by the address."}
      </p>
      {isOpen && (
        <Form method="post" replace className="grid gap-3">
          {hasScript && (
            <>
              <button type="button" className="button button-quiet" onClick={locate}>
                <Icon name="map-pin" /> {found.words}
              </button>
              {found.pin && (
                <>
                  <input type="hidden" name="pin" value={found.pin} />
                  <SubmitButton busy="Saving...">Save this place</SubmitButton>
                </>
              )}
            </>
          )}
          <noscript>Marking it takes JavaScript, which this browser doesn't run.</noscript>
          {hasPin && (
            <SubmitButton name="intent" value="remove" busy="Removing..." className="button-quiet">
              Remove the mark
            </SubmitButton>
          )}
        </Form>
      )}
    </Dialog>
  );
}

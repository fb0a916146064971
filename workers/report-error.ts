import { openDatabase } from "../app/db/client.server";
import { isOutOfReach, isOverloaded } from "../app/db/transient-errors";
import { recordFailure } from "../app/domain/health/failures.server";
import type { RequestContext } from "../app/http/context";
import { describeError, logError } from "../app/http/log";
import type { Work } from "./after-response";
import { currentInstant } from "./clock";

/** What logs an error of a request, and keeps it for the office once the response is made (O23). */
export const errorReporter =
  (env: Env, requestId: string, afterResponse: (work: Work) => void): RequestContext["reportError"] =>
  (event, error, facts = {}) => {
    logError(event, error, { requestId, ...facts });
    const status = isOutOfReach(error) ? 503 : 500;
    // One more write wouldn't help it.
    if (isOverloaded(error)) return status;
    const { name, message, causes = [] } = describeError(error);
    const failure = { requestId, place: facts.routeId ?? event, name, message: [message, ...causes].join(": ") };
    afterResponse(() =>
      // Its own failure is logged alone: keeping it too would never end while D1 is down.
      recordFailure(openDatabase(env.DB), failure, currentInstant()).catch((cause: unknown) =>
        logError("failure not kept", cause, { requestId }),
      ),
    );
    return status;
  };

import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";
import { unexpectedAnswer } from "~/http/responses";

type Routes = ServerBuild["routes"];
type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Routes whose loaders and actions log unexpected errors with the route's id and respond with the request's id:
 * Remix would respond "Unexpected Server Error" to every request.
 */
export function withFailuresNamed(routes: Routes): Routes {
  const named = Object.entries(routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: naming(id, loader) }),
      ...(action && { action: naming(id, action) }),
    };
    return [id, { ...route, module }];
  });
  return Object.fromEntries(named) as Routes;
}

function naming<A extends Args, T>(routeId: string, run: (args: A) => T) {
  return async (args: A): Promise<Awaited<T>> => {
    try {
      return await run(args);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { requestId, reportError } = args.context;
      const status = args.request.signal.aborted ? 500 : reportError("route failed", error, { routeId });
      throw unexpectedAnswer(requestId, status);
    }
  };
}

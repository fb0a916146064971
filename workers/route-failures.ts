import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";
import { logError } from "../app/http/log";
import { unexpectedAnswer } from "../app/http/unexpected";

type Routes = ServerBuild["routes"];
type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Routes whose loaders and actions log what nobody expected, with the route's id, and answer it with the request's:
 * Remix would make it 'Unexpected Server Error', the same for every request.
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
      const { requestId } = args.context;
      if (!args.request.signal.aborted) logError("route failed", error, { requestId, routeId });
      throw unexpectedAnswer(requestId);
    }
  };
}

import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import * as z from "zod";
import type { Reply } from "../app/http/forms";
import { answerProblem } from "../app/http/refusals";
import { unexpectedMessage } from "../app/http/responses";

type Routes = ServerBuild["routes"];

/** True for a route without a component, whose answer is no page. */
export const isResource = (route: Routes[string]): boolean => route !== undefined && !route.module.default;

/** The problem of a page's script or of `errorPage`. `unsent`: the form to send again, for a person alone. */
const problemForm = z.object({ problem: z.string().default(""), unsent: z.unknown().optional() });

/** True where a browser opens an address itself: a script, an image or a program doesn't ask for HTML. */
const isForPerson = (request: Request) => request.headers.get("Accept")?.includes("text/html") ?? false;

const isReply = (answer: unknown): answer is Reply =>
  typeof answer === "object" && answer !== null && "type" in answer && answer.type === "DataWithResponseInit";

/** The answer of a route without a component. Throws the problem of a form's reply: Remix drops the status of `data()`. */
export function resourceAnswer<T>(request: Request, answer: T): T {
  if (!isReply(answer)) return answer;
  const { message, errors, unsent } = answer.data;
  const problem = message ?? Object.values(errors)[0] ?? "";
  throw Response.json({ problem, unsent: isForPerson(request) ? unsent : undefined }, answer.init ?? undefined);
}

/** The problem of a route without a component that broke. */
export const brokenResource = (requestId: string, status: 500 | 503): Response =>
  answerProblem(unexpectedMessage(requestId), { status });

const NOT_FOUND = "routes/public/not-found";

/** An answer for a person: in place of a problem thrown by a route without a component the error page (F3). */
export async function orErrorPage(build: ServerBuild, request: Request, context: AppLoadContext, answer: Response) {
  if (answer.status < 400 || !answer.headers.has("X-Remix-Catch") || !isForPerson(request)) return answer;
  const { status } = answer;
  const text = await answer.text();
  const isJson = answer.headers.get("Content-Type")?.includes("json") ?? false;
  const { problem, unsent } = isJson ? problemForm.parse(JSON.parse(text)) : { problem: text, unsent: null };
  const page = build.routes[NOT_FOUND]!;
  const throwProblem = () => {
    throw new Response(problem, { status });
  };
  const module = { ...page.module, action: () => ({ unsent }), loader: throwProblem };
  const routes = { root: build.routes["root"]!, [NOT_FOUND]: { ...page, module } };
  const { root, [NOT_FOUND]: asset } = build.assets.routes;
  const assets = { ...build.assets, routes: { root: root!, [NOT_FOUND]: asset! } };
  const handle = createRequestHandler({ ...build, routes, assets }, "production");
  const { method, headers, url } = request;
  return handle(new Request(url, { method, headers }), context);
}

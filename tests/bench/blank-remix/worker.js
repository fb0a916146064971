import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "./build/server/index.js";

const handleByRemix = createRequestHandler(build, "production");

export default { fetch: (request, env) => handleByRemix(request, env) };

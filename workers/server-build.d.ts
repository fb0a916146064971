declare module "virtual:remix/server-build" {
  import type { ServerBuild } from "@remix-run/cloudflare";

  const build: ServerBuild;
  export = build;
}

// `npm run build` makes it of app.ts.
declare module "*/build/server/index" {
  export { Conversation, default, Feed } from "~/../workers/app";
}

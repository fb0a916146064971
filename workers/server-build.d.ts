declare module "virtual:remix/server-build" {
  import type { ServerBuild } from "@remix-run/cloudflare";

  export const assets: ServerBuild["assets"];
  export const assetsBuildDirectory: ServerBuild["assetsBuildDirectory"];
  export const basename: ServerBuild["basename"];
  export const entry: ServerBuild["entry"];
  export const future: ServerBuild["future"];
  export const isSpaMode: ServerBuild["isSpaMode"];
  export const mode: ServerBuild["mode"];
  export const publicPath: ServerBuild["publicPath"];
  export const routes: ServerBuild["routes"];
}

// What `npm run build` makes of app.ts.
declare module "*/build/server/index" {
  const app: typeof import("./app").default;
  export default app;
  export const Conversation: typeof import("./conversation").Conversation;
  export type Conversation = import("./conversation").Conversation;
  export const Feed: typeof import("./feed").Feed;
  export type Feed = import("./feed").Feed;
}

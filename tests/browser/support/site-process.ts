import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";

// A site in a process of its own, so that its power can go (`startProcess`). Says "ready" once it answers.
const miniflare = new Miniflare(convertV4MiniflareOptions(JSON.parse(process.env["SITE"] ?? "") as V4MiniflareOptions));
void miniflare.ready.then(() => console.info("ready"));

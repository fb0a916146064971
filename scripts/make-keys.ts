import { makeVapidKeys } from "./local-state";

// npm run keys: prints new keys of web push, to be set as secrets (docs/operations.md). They end every subscription.
console.info(JSON.stringify(makeVapidKeys(), null, 2));

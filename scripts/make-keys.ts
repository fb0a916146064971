import { makeVapidKeys } from "./local-state";

// npm run keys: prints new keys of web push as JSON, to be set as secrets (docs/operations.md). New keys end every
// subscription: devices have to be added again.
console.info(JSON.stringify(makeVapidKeys(), null, 2));

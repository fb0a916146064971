// A third party's program: it uses docs/api-client.ts, prints what it sees, and keeps running.
/* eslint no-restricted-globals: "off" -- It runs on its own, in real time. */
import { book, signIn } from "../../../docs/api-client.ts";

const [origin = "", email = "", password = "", ...doing] = process.argv.slice(2);
const say = (what: string) => console.info(what);
const app = await signIn(origin, email, password);
const signOut = () => app.call("POST", "/api/auth/logout");

if (doing[0] === "sign-out-first") await signOut();
if (doing[0] === "book") {
  const [, plumber = "", day = "", time = ""] = doing;
  setTimeout(signOut, 2500);
  await book(app, plumber, day, time).then(
    () => say("reviewed"),
    (error: Error) => say(`not reviewed: ${error.message}`),
  );
} else {
  app.listen(
    (frame) => {
      say(frame ? `frame ${frame.type}` : "opened");
      if (!frame) void signOut();
    },
    (why) => say(`ended: ${why}`),
  );
}

// Long enough for a second try, if there were one.
await new Promise((resolve) => setTimeout(resolve, 4000));
say("still here");

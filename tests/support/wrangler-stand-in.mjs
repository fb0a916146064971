#!/usr/bin/env node
// Stands in for wrangler in tests of a deployment: an account in a file (ACCOUNT), and wrangler 4.156's responses to the
// commands that scripts/deploy runs. Any other command fails.
import { readFileSync, writeFileSync } from "node:fs";

const file = process.env.ACCOUNT;
const account = JSON.parse(readFileSync(file, "utf8"));
const command = process.argv.slice(2);
const given = process.stdin.isTTY || command[0] !== "secret" ? "" : readFileSync(0, "utf8");
account.calls.push(command.join(" "));

const print = (text) => console.info(text);
const printJson = (value) => print(JSON.stringify(value, null, 2));
const fail = (text) => {
  console.error(`✘ [ERROR] ${text}\n`);
  process.exitCode = 1;
};
const argument = (flag) => command[command.indexOf(flag) + 1];
const config = readFileSync("wrangler.toml", "utf8");

const answers = {
  "whoami --json": () => {
    const { email } = account;
    printJson(email ? { loggedIn: true, email, accounts: [{ id: "a1", name: "Pombi" }] } : { loggedIn: false });
    if (!email) process.exitCode = 1;
  },
  "d1 list": () => printJson(account.databases),
  "d1 create": () => {
    const name = command[2];
    if (account.databases.some((database) => database.name === name))
      return fail(`A request to the Cloudflare API failed.\n\n  A database with that name already exists [code: 7502]`);
    account.databases.push({ uuid: "2f3f5b0a-8d44-4d3c-9d2a-5b1f0c7e6a11", name, location: argument("--location") });
    print(`✅ Successfully created DB '${name}' in region WEUR\nCreated your new D1 database.\n`);
  },
  "r2 bucket": () => {
    if (command[2] === "list") {
      const listed = account.buckets.map(
        ({ name }) => `name:           ${name}\ncreation_date:  2026-11-20T08:00:00.000Z`,
      );
      return print(`Listing buckets...\n${listed.join("\n\n")}`);
    }
    account.buckets.push({ name: command[3], location: argument("--location") });
    print(
      `Creating bucket '${command[3]}'...\n✅ Created bucket '${command[3]}' with default storage class of Standard.`,
    );
  },
  "secret list": () =>
    account.secrets
      ? printJson(Object.keys(account.secrets).map((name) => ({ name, type: "secret_text" })))
      : fail('Worker "pombi" not found.\n\nIf this is a new Worker, run `wrangler deploy` first to create it.'),
  "secret bulk": () => {
    const isNew = !account.secrets;
    account.secrets = { ...account.secrets, ...JSON.parse(given) };
    print(`🌀 Processing the secrets for the Worker "pombi"${isNew ? '\n🌀 Creating new Worker "pombi"...' : ""}`);
  },
  "d1 migrations": () => {
    const id = /^database_id = "(.+)"$/m.exec(config)?.[1];
    if (!account.databases.some(({ uuid }) => uuid === id)) return fail("Couldn't find a D1 DB with that id");
    account.migrated = true;
    print("🌀 Executing on remote database DB\n✅ No migrations to apply!");
  },
  "deploy ": () => {
    if (account.refusesUploads) return fail("A request to the Cloudflare API failed. [code: 10000]");
    account.deployedAfterMigrating = account.migrated === true;
    print("Uploaded pombi (3.14 sec)\nDeployed pombi triggers (0.42 sec)\n  pombi.co.zw (custom domain)");
  },
};

const answer = answers[`${command[0]} ${command[1] ?? ""}`];
if (answer) answer();
else fail(`Unknown command: ${command.join(" ")}`);
writeFileSync(file, JSON.stringify(account));

import { basename } from "node:path";
import ts from "typescript";

// What identifiers and file names may not be called any more, by the table of words in docs/architecture.md.

interface Forbidden {
  /** Words of an identifier: `deed` is found in `recordDeed`, `DEEDS` and `deed-log.ts`. */
  words: string;
  instead: string;
  /** Identifiers in which the word means something else. */
  except?: readonly string[];
  /** Where the word may be used: beginnings of paths. */
  allowedIn?: readonly string[];
}

/** Field names that the API has published, and the forms that share them (X3). */
const PUBLISHED_FIELDS = [
  "app/api/",
  "app/domain/accounts/account-forms.ts",
  "app/domain/accounts/account-forms.test.ts",
  "app/domain/accounts/accounts.server.test.ts",
  "app/domain/accounts/profile.server.ts",
  "app/domain/accounts/registration.server.ts",
  "app/ui/accounts/",
  "docs/api-client.ts",
  "scripts/smoke/",
  "tests/",
];

const FORBIDDEN_WORDS: readonly Forbidden[] = [
  { words: "happened", instead: "transitionRecorded" },
  {
    words: "letter letters mail mails mailed",
    instead: "email, email template",
    except: ["letter", "letters", "mailSent", "mail"],
  },
  { words: "deed deeds", instead: "audit log entry, AccountAction" },
  { words: "news announce", instead: "domain event, emit, broadcast", except: ["news"] },
  { words: "look looks", instead: "revalidation" },
  { words: "lasting patience", instead: "fetch-with-retry, timeout" },
  { words: "tries forgive", instead: "rate limit: hit, refund" },
  { words: "member members person people", instead: "user", except: ["TeamMember", "People"] },
  {
    words: "party parties",
    instead: "participant",
    allowedIn: ["docs/api-client.ts", "tests/browser/api.test.ts"],
  },
  {
    words: "username",
    instead: "firstName, lastName",
    // The second reads the part of a `URL` that is called so, the others are an account at Africa's Talking.
    allowedIn: [
      ...PUBLISHED_FIELDS,
      "app/domain/settings/social-links-form.ts",
      "app/domain/notices/sms-sender.ts",
      "app/domain/enquiries/phone-answers.server.test.ts",
      "app/domain/notices/phone-senders.server.test.ts",
      "workers/environment.ts",
    ],
  },
  // The illustration is called so.
  { words: "desk desks", instead: "office", except: ["desk"] },
  { words: "former", instead: "previous" },
  { words: "dialect", instead: "ClientKind", allowedIn: ["drizzle.config.ts"] },
  { words: "drawing drawings", instead: "illustration" },
  // Held money is settled (M12).
  {
    words: "settle rush",
    instead: "createUser, seedTown, load",
    except: ["settle", "listToSettle", "settleDueBookings"],
  },
  { words: "wished", instead: "preferred", allowedIn: ["app/api/", "tests/"] },
];

/** Whole identifiers. */
const FORBIDDEN_IDENTIFIERS: Readonly<Record<string, string>> = {
  AnswerContext: "ResponseContext",
  inAll: "total",
  areaPage: "roleLoader",
  AreaFrame: "DashboardLayout",
  Viewer: "SessionClaims",
  BookingRecord: "BookingView",
  PlumberRecord: "PlumberStats",
  TimeTalk: "ProposalAction",
  turnAway: "reject",
  findPlace: "resolveCursor",
  A_RUN: "BATCH_SIZE",
  AT_ONCE: "PAGE_SIZE",
  FURTHEST: "MAX_LEAD_TIME",
  LOOKS_BACK: "LOOKBACK",
};

export interface Finding {
  file: string;
  name: string;
  instead: string;
}

/** `PlumberRecord`, `PLUMBER_RECORD` and `plumber-record` are all plumber and record. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);

/** What is wrong with the names of a file and of its identifiers. */
export function findForbiddenWords(file: string, source: string): Finding[] {
  const names = new Set([basename(file).replace(/\..*$/, "")]);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false));

  const rules = FORBIDDEN_WORDS.filter(({ allowedIn = [] }) => !allowedIn.some((path) => file.startsWith(path)));
  return [...names].flatMap((name): Finding[] => {
    const words = wordsOf(name);
    const rule = rules.find(
      ({ words: forbidden, except = [] }) =>
        !except.includes(name) && forbidden.split(" ").some((word) => words.includes(word)),
    );
    const instead = rule?.instead ?? (Object.hasOwn(FORBIDDEN_IDENTIFIERS, name) && FORBIDDEN_IDENTIFIERS[name]);
    return instead ? [{ file, name, instead }] : [];
  });
}

import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const ONE_WAY = {
  paths: [
    {
      name: "@remix-run/react",
      importNames: ["Link", "NavLink"],
      message: "Use ~/ui/shell/link: it keeps the areas' script out of pages without one.",
    },
    {
      name: "@remix-run/cloudflare",
      importNames: ["redirect", "redirectDocument"],
      message: "Use redirectTo of ~/http/redirects.",
    },
  ],
};

const SYNTAX = [
  { selector: "TSAsExpression > TSUnknownKeyword", message: "Parse it instead of casting it through unknown." },
  {
    selector: "CallExpression[callee.property.name='formData']",
    message: "Use readForm of ~/http/forms: it bounds the body.",
  },
];

const LENGTH = {
  selector: "JSXAttribute[name.name='maxLength'] Literal",
  message: "Import the length that the form's schema checks (app/domain/values/lengths.ts, or the subject's).",
};

const REAL_TIME = "Tests have a time of their own: use currentInstant of tests/support/now.";
const SLEEP = "Wait for what a person sees, or use expect.poll.";

export default tseslint.config(
  { ignores: ["**/build/**", "**/.wrangler/**", ".state", "worker-configuration.d.ts", "node_modules"] },
  ...tseslint.configs.recommended,
  ...tseslint.configs.stylistic,
  hooks.configs.flat.recommended,
  {
    rules: {
      "no-restricted-imports": ["error", ONE_WAY],
      "no-restricted-syntax": ["error", ...SYNTAX],
      "no-console": ["error", { allow: ["info", "warn", "error"] }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  { files: ["app/ui/shell/link.tsx", "app/http/redirects.ts"], rules: { "no-restricted-imports": "off" } },
  {
    files: ["app/**/*.ts"],
    ignores: ["**/*.test.ts", "app/db/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...SYNTAX,
        {
          selector:
            "TaggedTemplateExpression[tag.name='sql'] TemplateElement:first-child[value.raw=/^\\s*(insert|update|delete|replace)\\s/]",
          message: "Write through drizzle or app/db/typed-writes.server.ts, where columns and values are checked.",
        },
      ],
    },
  },
  { files: ["app/**/*.tsx"], rules: { "no-restricted-syntax": ["error", ...SYNTAX, LENGTH] } },
  {
    files: ["app/domain/**"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "Time is an argument of the domain." },
      ],
    },
  },
  {
    files: ["app/ui/**", "app/routes/**"],
    ignores: ["**/*.test.ts", "**/*.test.tsx"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "Server and browser draw the same: use the loader's now." },
      ],
    },
  },
  {
    // Benches measure real time.
    files: ["tests/**", "**/*.test.ts", "**/*.test.tsx"],
    ignores: ["tests/bench/**"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: REAL_TIME },
        { property: "waitForTimeout", message: SLEEP },
      ],
      "no-restricted-globals": [
        "error",
        { name: "setTimeout", message: SLEEP },
        { name: "setInterval", message: SLEEP },
      ],
      "no-restricted-syntax": [
        "error",
        ...SYNTAX,
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: REAL_TIME },
      ],
    },
  },
  { files: ["**/*.test.ts", "**/*.test.tsx"], rules: { "max-lines": ["error", 350] } },
);

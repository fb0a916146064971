// Rules of our own for oxlint (.oxlintrc.json), each a selector of what is refused and why.

type Report = (problem: { node: unknown; message: string }) => void;

const refuse = (selector: string, message: string) => ({
  create: (context: { report: Report }) => ({ [selector]: (node: unknown) => context.report({ node, message }) }),
});

/** LIKE or GLOB before anything but a whole pattern in quotation marks. */
const PATTERN = String.raw`/\b(like|glob)\b\s*(?!\s|'[^']*'(?!\s*\|\|))/i`;

interface Context {
  report: Report;
  sourceCode: { getText: (node: unknown) => string };
}

/** How many values each `json_array` of this SQL has. */
function jsonArraySizes(sql: string): number[] {
  return [...sql.matchAll(/json_array\(/g)].map(({ index }) => {
    let depth = 0;
    let commas = 0;
    for (const sign of sql.slice(index)) {
      if ("({[".includes(sign)) depth++;
      else if (")}]".includes(sign) && --depth === 0) break;
      else if (sign === "," && depth === 1) commas++;
    }
    return commas + 1;
  });
}

/** A title of a test over 100 characters, of `each` too. */
const LONG_TITLE = "Literal:first-child[value=/^.{101}/]";

export default {
  meta: { name: "pombi" },
  rules: {
    "no-unknown-cast": refuse("TSAsExpression > TSUnknownKeyword", "Parse it instead of casting it through unknown."),
    "bounded-bodies": refuse(
      "CallExpression[callee.object.name='request'][callee.property.name=/^(json|text|arrayBuffer|blob|bytes)$/], CallExpression[callee.property.name='formData'], MemberExpression[object.name='request'][property.name='body']",
      "Use readForm of ~/http/forms or readBytes of ~/http/body: they bound the body.",
    ),
    "typed-writes": refuse(
      "TaggedTemplateExpression[tag.name='sql'] TemplateElement:first-child[value.raw=/^\\s*(insert|update|delete|replace)\\s/]",
      "Write through drizzle or app/db/client.server.ts, where columns and values are checked.",
    ),
    "constant-patterns": refuse(
      [
        "ImportDeclaration[source.value='drizzle-orm'] ImportSpecifier[imported.name=/^(not)?i?like$/i]",
        ...[
          "TaggedTemplateExpression[tag.name='sql']",
          "CallExpression[callee.property.name=/^(prepare|exec|raw|run|all)$/]",
        ].flatMap((sql) => [`${sql} TemplateElement[value.raw=${PATTERN}]`, `${sql} Literal[value=${PATTERN}]`]),
      ].join(", "),
      "D1 refuses a LIKE or GLOB pattern of more than 50 bytes: compare values with instr or substr.",
    ),
    "own-keys": refuse(
      "MemberExpression[computed=true] > CallExpression.property[callee.name='param']",
      "What an address says may be __proto__: switch over it, or ask Object.hasOwn.",
    ),
    "length-constants": refuse(
      "JSXAttribute[name.name='maxLength'] Literal",
      "Import the length that the form's schema checks (app/domain/values/text.ts, or the subject's).",
    ),
    "whole-characters": refuse(
      "CallExpression[callee.property.name='slice'][arguments.0.value=0]:matches([arguments.1.value=1], [arguments.1.name=/LENGTH$/]), CallExpression[callee.property.name=/^substr(ing)?$/]",
      "Use cutText or initialOf of app/domain/values/text.ts: an index can halve a character.",
    ),
    "one-format": refuse(
      "CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/], [callee.object.name='Intl'][callee.property.name=/Format$/], MemberExpression[object.callee.name=/^(format(Date|Day|Instant|Time)|nameDay|sayWhen|timeAt)$/]",
      "Dates, times and numbers have the forms of docs/words.md: app/domain/time/harare.ts and values/numbers.ts write them.",
    ),
    "owned-forms": refuse(
      "JSXOpeningElement[name.name='form']:has(JSXAttribute[name.name='method'])",
      "Use ~/ui/forms/owned-form: a form names whom it was made for (F10).",
    ),
    "plain-noscript": refuse(
      "JSXElement[openingElement.name.name='noscript'] JSXText[value=/['\"&]/]",
      "The browser compares the text of noscript with its escaped source, and React gives up the whole page: no quotes.",
    ),
    "no-literal-spread": refuse(
      "SpreadElement > ObjectExpression, SpreadElement > ArrayExpression, JSXSpreadAttribute > ObjectExpression",
      "Write the entries themselves, one a line where the formatter wants it.",
    ),
    "no-places": refuse(
      "TSTupleType[elementTypes.length>2], TSRestType > TSTupleType, ArrayExpression:not(:has(> :not(ArrayExpression))) > ArrayExpression[elements.length>3]",
      "Name the values: an object, not a row told apart by its places.",
    ),
    "no-json-places": {
      create: ({ report, sourceCode }: Context) => ({
        "TaggedTemplateExpression[tag.name='sql'] > TemplateLiteral": (node: unknown) => {
          if (jsonArraySizes(sourceCode.getText(node)).some((size) => size > 2))
            report({ node, message: "Name the values: json_object, not a json_array of more than two." });
        },
      }),
    },
    "no-swaps": refuse(
      "VariableDeclarator[id.type='ArrayPattern'][init.type='ArrayExpression'], AssignmentExpression[left.type='ArrayPattern'][right.type='ArrayExpression']",
      "One value, one statement.",
    ),
    "no-split-lists": refuse(
      "CallExpression[callee.property.name='split'][callee.object.type=/^(Literal|TemplateLiteral)$/]",
      "Write the list as an array.",
    ),
    "no-deep-ternaries": refuse(
      "ConditionalExpression > ConditionalExpression > ConditionalExpression",
      "Two are enough: use a table, or a function that returns early.",
    ),
    "no-record-objects": refuse(
      "TSTypeReference[typeName.name='Record'] > TSTypeParameterInstantiation > TSUnionType:first-child:not(:has(> :not(TSLiteralType[literal.value=/^/])))",
      "Declare the object: an interface with its fields.",
    ),
    "short-titles": refuse(
      `CallExpression[callee.name=/^(it|test)$/] > ${LONG_TITLE}, CallExpression[callee.callee.object.name=/^(it|test)$/] > ${LONG_TITLE}`,
      "Say it in 100 characters, or make it two tests.",
    ),
    "tests-own-time": refuse(
      "NewExpression[callee.name='Date'][arguments.length=0]",
      "Tests have a time of their own: use currentInstant of tests/support/now.",
    ),
  },
};

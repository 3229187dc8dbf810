// Lint rules of the project. `portable-sql`: SQL in the sources uses only features that poolers and distributed engines
// support; the folder core/database/portability/ contains its rules, their reasons and the known exceptions.
// `no-cast-by-unknown`: no cast by way of `unknown`.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import '../core/hosting/loader/from_source.mjs';

const { Portability, portabilityExceptions } = await import('../core/database/portability/index.ts');
const portability = await Portability.load();
const root = fileURLToPath(new URL('..', import.meta.url));

const methods = /^(raw|query|(where|andWhere|orWhere|having|orderBy|groupBy|join|from|with)Raw)$/;
// Requires two words after the name of the statement, because prose may begin like SQL: "reset password".
const statement =
  /^\s*(alter|begin|call|copy|create|deallocate|declare|delete|discard|do|drop|execute|insert|listen|lock|merge|notify|prepare|reset|select|set|truncate|unlisten|update|with)(\s+\S+){2}/i;

/** @param {any} node @returns {string} text of the expression, with `lectern_name` in place of unknown parts */
function textOf(node) {
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'BinaryExpression') return textOf(node.left) + textOf(node.right);
  if (node.type !== 'TemplateLiteral') return 'lectern_name';
  return node.quasis.map((/** @type {any} */ { value }) => value.cooked ?? value.raw).join('lectern_name');
}

/** @param {any} node */
function isGivenToTheDatabase(node) {
  const { type, callee, arguments: given } = node.parent;
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression') return false;
  return given[0] === node && methods.test(callee.property.name ?? '');
}

const portableSql = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { broken: 'This SQL does not run everywhere ({{name}}): {{why}}. Instead: {{fix}}.' },
  },
  /** @param {any} context */
  create(context) {
    const file = relative(root, context.filename).replaceAll('\\', '/');
    const excepted = new Set(portabilityExceptions.filter((one) => one.file === file).map(({ rule }) => rule));
    /** @param {any} node */
    const look = (node) => {
      if (node.parent.type === 'BinaryExpression') return;
      const [text, isSql] = [textOf(node), isGivenToTheDatabase(node)];
      if (!isSql && !statement.test(text)) return;
      for (const { name, why, fix } of portability.brokenInSource(text, isSql)) {
        if (!excepted.has(name)) context.report({ node, messageId: 'broken', data: { name, why, fix } });
      }
    };
    return {
      Literal: (/** @type {any} */ node) => (typeof node.value === 'string' ? look(node) : undefined),
      TemplateLiteral: look,
      'BinaryExpression[operator="+"]': look,
    };
  },
};

const noCastByUnknown = {
  meta: { type: 'problem', schema: [] },
  /** @param {any} context */
  create(context) {
    const message =
      'A cast by way of unknown switches the compiler off; narrow the value, or say in a comment why not.';
    return {
      'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]': (/** @type {any} */ node) =>
        context.report({ node, message }),
    };
  },
};

export default {
  meta: { name: 'lectern' },
  rules: { 'portable-sql': portableSql, 'no-cast-by-unknown': noCastByUnknown },
};

/** Finds the types for the section "Types in these declarations" of the pages that `.ci/reference.mjs` writes. */
import { relative } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {{ checker: ts.TypeChecker, root: string, known: ReadonlySet<ts.Declaration> }} Search
 * `known` are the declarations that the page lists already
 */

/**
 * Returns the types of core that declarations name, except those in `known`, sorted by name. Declarations of the types
 * found are searched as well, except those of classes.
 * @param {readonly ts.Node[]} declarations
 * @param {Search} search
 * @returns {ts.Symbol[]}
 */
export function typesIn(declarations, search) {
  /** @type {Set<ts.Symbol>} */
  const found = new Set();
  const open = [...declarations];
  for (let node = open.pop(); node; node = open.pop()) {
    for (const symbol of namedIn(node, search)) {
      if (found.has(symbol)) continue;
      found.add(symbol);
      const [own] = symbol.declarations ?? [];
      if (own && !ts.isClassDeclaration(own)) open.push(own);
    }
  }
  return [...found].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Types of core, except those in `known`, that a node names outside of bodies, values and private members.
 * @param {ts.Node} node
 * @param {Search} search
 * @returns {ts.Symbol[]}
 */
function namedIn(node, search) {
  if (isHidden(node)) return [];
  const name = nameIn(node);
  const own = name ? typeOf(name, search) : undefined;
  const inner = ts.isVariableDeclaration(node) && !node.type ? inferredIn(node, search) : visibleParts(node);
  return [...(own ? [own] : []), ...inner.flatMap((part) => namedIn(part, search))];
}

/** @param {ts.Node} node */
function nameIn(node) {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return ts.isTypeQueryNode(node) ? node.exprName : undefined;
}

/**
 * Symbol of a type that a file of core declares; undefined for other names, and for types in `known`.
 * @param {ts.Node} name
 * @param {Search} search
 */
function typeOf(name, { checker, root, known }) {
  const given = checker.getSymbolAtLocation(name);
  const symbol = given && given.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(given) : given;
  const declared = symbol?.declarations?.[0];
  if (!symbol || !declared || symbol.declarations?.some((one) => known.has(one))) return undefined;
  const isType = [ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration, ts.isClassDeclaration].some((is) =>
    is(declared),
  );
  return isType && relative(root, declared.getSourceFile().fileName).startsWith('core/') ? symbol : undefined;
}

/** @param {ts.Node} node */
function isHidden(node) {
  const flags = ts.canHaveModifiers(node) ? ts.getCombinedModifierFlags(/** @type {ts.Declaration} */ (node)) : 0;
  const { name } = /** @type {{ name?: ts.Node }} */ (node);
  return Boolean(flags & ts.ModifierFlags.Private) || (name !== undefined && ts.isPrivateIdentifier(name));
}

/**
 * Children of a node, except its body and its value.
 * @param {ts.Node} node
 */
function visibleParts(node) {
  const { body, initializer } = /** @type {{ body?: ts.Node, initializer?: ts.Node }} */ (node);
  /** @type {ts.Node[]} */
  const parts = [];
  ts.forEachChild(node, (part) => {
    if (part !== body && part !== initializer) parts.push(part);
  });
  return parts;
}

/**
 * Declared signatures of a function, or of the functions in an object, for a constant without a written type.
 * @param {ts.VariableDeclaration} node
 * @param {Search} search
 * @returns {ts.Node[]}
 */
function inferredIn(node, { checker }) {
  const type = checker.getTypeAtLocation(node);
  const members = [type, ...checker.getPropertiesOfType(type).map((one) => checker.getTypeOfSymbol(one))];
  return members.flatMap((one) => one.getCallSignatures().flatMap(({ declaration }) => declaration ?? []));
}

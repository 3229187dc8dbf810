/**
 * Writes docs/reference.md from the exports of `lectern` and `lectern/core`, and docs/reference_core.md from the output
 * of the built `lectern reference`. Exits with 1 when an exported name has no doc comment.
 *
 *     node .ci/reference.mjs            writes the pages
 *     node .ci/reference.mjs --check    writes nothing, and exits with 1 when a page is out of date
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import ts from 'typescript';
import { offerPageOf, pageOf } from './reference_pages.mjs';
import { typesIn } from './reference_types.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { singleQuote, printWidth } = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));
const style = { singleQuote, printWidth };
const entries = { lectern: 'core/kernel/index.ts', 'lectern/core': 'core/index.ts' };
/** Exported names of other packages, with their descriptions. */
const passedOn = {
  asValue: 'Registers a service that exists already.',
  Type: 'Builds JSON Schemas with their types ([TypeBox](https://github.com/sinclairzx81/typebox)).',
};

const { options } = ts.convertCompilerOptionsFromJson(
  { module: 'nodenext', target: 'es2023', allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true },
  root,
);
const offer = offerOfCore();
const offered = [...offer.services, ...offer.points].filter(({ file }) => file !== '');
const program = ts.createProgram(
  [...Object.values(entries), ...offered.map(({ file }) => file)].map((file) => join(root, file)),
  options,
);
const checker = program.getTypeChecker();

const parts = Object.entries(entries).map(([name, file]) => ({ name, rows: rowsOf(join(root, file)) }));
const silent = parts.flatMap(({ name, rows }) =>
  rows.filter(({ says }) => says === '').map((row) => `${name}: ${row.name}`),
);
if (silent.length > 0) fail(`Names without a doc comment: ${silent.join(', ')}; write one where each is declared.`);
const exported = Object.values(entries).flatMap((file) => exportsOf(join(root, file)));
const named = exported.filter(({ name }) => !passedOn[name]).map(({ meant }) => meant);
const further = typesOf(named, []);
await keep('docs/reference.md', pageOf(parts, further.map(typeRowOf)));
const serving = offered.flatMap(symbolOf);
await keep('docs/reference_core.md', offerPageOf(offer, typesOf(serving, [...named, ...further]).map(typeRowOf)));

/** Writes a page; with `--check`, compares the page with its file instead. */
async function keep(name, content) {
  const file = join(root, name);
  const { code: text } = await format(file, content, style);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) fail(`${name} is out of date; run \`npm run reference\`.`);
}

/** Exported names of a file with the symbols of their declarations. */
function exportsOf(file) {
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
  return exported.map((one) => ({
    name: one.name,
    meant: one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one,
  }));
}

function rowsOf(file) {
  const rows = exportsOf(file).map(({ name, meant }) => rowOf(name, meant));
  return rows.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

function rowOf(name, meant) {
  const [declaration] = meant.declarations ?? [];
  const source = declaration?.getSourceFile().fileName ?? '';
  const own = passedOn[name];
  const says = own ?? sentencesOf(ts.displayPartsToString(meant.getDocumentationComment(checker)));
  const example = own ? undefined : exampleOf(meant);
  const kind = kindOf(declaration);
  const signature = own ? '' : signatureOf(meant);
  return { name, kind, file: own ? '' : relative(root, source), says, signature, example };
}

/** Types of core that the declarations of `symbols` name, directly or not, except `symbols` and `listed`. */
function typesOf(symbols, listed) {
  const known = new Set([...symbols, ...listed].flatMap(({ declarations = [] }) => declarations));
  return typesIn(symbols.flatMap(writtenOf), { checker, root, known });
}

/** Entry of a type that no entry point exports; the entry of a class has no declaration. */
function typeRowOf(symbol) {
  const row = rowOf(symbol.name, symbol);
  return row.kind === 'class' ? { ...row, signature: '' } : row;
}

/** Symbol of the type with which a service or extension point is declared; an empty list if the name is not found. */
function symbolOf({ type, file }) {
  const [, name = ''] = /^(?:readonly )?(\w+)/.exec(type) ?? [];
  return checker.resolveName(name, program.getSourceFile(join(root, file)), ts.SymbolFlags.Type, false) ?? [];
}

/** First paragraph of a doc comment, on one line. */
function sentencesOf(comment) {
  return (comment.split(/\n\s*\n/)[0] ?? '').replace(/\s+/g, ' ').trim();
}

function exampleOf(symbol) {
  const tag = symbol.getJsDocTags(checker).find(({ name }) => name === 'example');
  const example = tag && ts.displayPartsToString(tag.text).trim();
  return example === '' ? undefined : example;
}

function kindOf(declaration) {
  if (!declaration) return '';
  if (ts.isClassDeclaration(declaration)) return 'class';
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return 'type';
  return ts.isFunctionDeclaration(declaration) ? 'function' : 'value';
}

/**
 * Text of a declaration, without bodies and private members. Empty for an interface without members, and for a constant
 * whose type is too long. Of an interface that several modules extend, only the first declaration is shown.
 */
function signatureOf(symbol) {
  const [first, ...others] = writtenOf(symbol);
  const text = ts.isVariableDeclaration(first)
    ? valueOf(symbol.name, first)
    : [first, ...others].map(declared).join('\n');
  const isInferred = ts.isVariableDeclaration(first) && /.{160}| more \.\.\./.test(text);
  return isInferred || text.endsWith('{}') ? '' : text;
}

/** Overload signatures of a function; without overloads, and for other symbols, the first declaration. */
function writtenOf({ declarations = [] }) {
  const overloads = declarations.filter((one) => ts.isFunctionDeclaration(one) && !one.body);
  return overloads.length > 0 ? overloads : declarations.slice(0, 1);
}

/** Declaration of a constant: members of an object without a written type, or the type of any other value. */
function valueOf(name, declaration) {
  const type = checker.getTypeAtLocation(declaration);
  const members = type.getCallSignatures().length > 0 ? [] : checker.getPropertiesOfType(type);
  if (declaration.type || members.length === 0 || type.flags & ts.TypeFlags.StringLike)
    return `declare const ${name}: ${typeText(type, declaration)};`;
  const lines = members.map((one) => `  ${one.name}: ${typeText(checker.getTypeOfSymbol(one), declaration)};`);
  return [`declare const ${name}: {`, ...lines, '};'].join('\n');
}

function typeText(type, place) {
  return checker.typeToString(type, place, ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);
}

function declared(declaration) {
  const isBodied = ts.isFunctionDeclaration(declaration) || ts.isClassDeclaration(declaration);
  if (!isBodied) return textOf(declaration);
  if (ts.isFunctionDeclaration(declaration)) return headOf(declaration);
  const head = textOf(declaration).split('{')[0]?.trim() ?? '';
  const members = declaration.members
    .filter(isPublic)
    .map((member) => [...commentOf(member), headOf(member)].join('\n  '));
  return [`${head} {`, ...members.map((member) => `  ${member}`), '}'].join('\n');
}

function isPublic(member) {
  const isHidden = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private;
  const isAccessor = ts.isSetAccessorDeclaration(member) || ts.isClassStaticBlockDeclaration(member);
  return !isHidden && !isAccessor && !(member.name && ts.isPrivateIdentifier(member.name));
}

/** A function or method up to its body; a field with a written type up to its value. */
function headOf(node) {
  const end = node.body ?? (node.initializer && node.type ? node.initializer : undefined);
  const text = end
    ? sourceOf(node)
        .slice(node.getStart(), end.getStart())
        .replace(/\s*=?\s*$/, '')
    : textOf(node);
  return `${clean(text).replace(/;$/, '')};`;
}

function commentOf(member) {
  const says = sentencesOf(
    ts.displayPartsToString(checker.getSymbolAtLocation(member.name ?? member)?.getDocumentationComment(checker) ?? []),
  );
  return says === '' ? [] : [`/** ${says} */`];
}

function textOf(node) {
  return clean(sourceOf(node).slice(node.getStart(), node.getEnd()));
}

function sourceOf(node) {
  return node.getSourceFile().text;
}

function clean(text) {
  return text
    .replace(/^export (default )?(abstract )?/, '$2')
    .replace(/^async /, '')
    .trim();
}

/** Output of `lectern reference --json` without plugins. */
function offerOfCore() {
  const env = { ...process.env, NODE_ENV: 'test', DISABLED_PLUGINS: readdirSync(join(root, 'plugins')).join(',') };
  const command = [join(root, 'dist/core/cli/main.js'), 'reference', '--json'];
  return JSON.parse(execFileSync(process.execPath, command, { cwd: root, env, maxBuffer: 100_000_000 }).toString());
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

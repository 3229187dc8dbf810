/**
 * Writes docs/reference.md: each name that `lectern` and `lectern/core` export, with the first paragraph of its doc
 * comment.
 *
 *     node .ci/reference.mjs            writes the page
 *     node .ci/reference.mjs --check    fails when the page is out of date, or a name has no doc comment
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, 'docs/reference.md');
const entries = { lectern: 'core/kernel/index.ts', 'lectern/core': 'core/index.ts' };
/** Exported names of other packages, with their descriptions. */
const passedOn = {
  asClass: 'Registers a service by its class, built once ([awilix](https://github.com/jeffijoe/awilix)).',
  asFunction: 'Registers a service by a function that builds it, called once.',
  asValue: 'Registers a service that exists already.',
  Type: 'Builds JSON Schemas with their types ([TypeBox](https://github.com/sinclairzx81/typebox)).',
};

const { options } = ts.convertCompilerOptionsFromJson(
  { module: 'nodenext', target: 'es2023', allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true },
  root,
);
const program = ts.createProgram(
  Object.values(entries).map((file) => join(root, file)),
  options,
);
const checker = program.getTypeChecker();

const parts = Object.entries(entries).map(([name, file]) => ({ name, rows: rowsOf(join(root, file)) }));
const text = await format(pageOf(parts), { ...(await resolveConfig(page)), parser: 'markdown' });
const silent = parts.flatMap(({ name, rows }) =>
  rows.filter(({ says }) => says === '').map((row) => `${name}: ${row.name}`),
);
if (silent.length > 0)
  fail(`Names without a doc comment: ${silent.join(', ')}. Fix: write one where each is declared.`);
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) fail('docs/reference.md is out of date. Fix: run `npm run reference`.');

function rowsOf(file) {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(file));
  const rows = checker.getExportsOfModule(symbol).map((one) => {
    const meant = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    const [declaration] = meant.declarations ?? [];
    const source = declaration?.getSourceFile().fileName ?? '';
    const own = passedOn[one.name];
    const says = own ?? sentencesOf(ts.displayPartsToString(meant.getDocumentationComment(checker)));
    const example = own ? undefined : exampleOf(meant);
    return { name: one.name, kind: kindOf(declaration), file: own ? '' : relative(root, source), says, example };
  });
  return rows.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
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

function pageOf(list) {
  const intro = [
    '# Reference of `lectern` and `lectern/core`',
    'This page is generated from the doc comments of the sources by `npm run reference`.',
  ];
  return [...intro, ...list.flatMap(({ name, rows }) => [`## ${name}`, ...rows.map(entryOf)])].join('\n\n');
}

function entryOf({ name, kind, file, says, example }) {
  const title = `### ${name}`;
  const about = `_${kind}_${file === '' ? '' : `, [${file}](../${file})`}`;
  return [title, about, says, ...(example ? [`\`\`\`text\n${example}\n\`\`\``] : [])].join('\n\n');
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

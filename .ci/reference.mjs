/**
 * Writes docs/reference.md: each name that `lectern` and `lectern/core` export, with the first paragraph of its doc
 * comment and its declaration. Writes docs/reference_core.md: what core offers to plugins, as `lectern reference` lists it.
 *
 *     node .ci/reference.mjs            writes the pages
 *     node .ci/reference.mjs --check    fails when a page is out of date, or a name has no doc comment
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
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
const silent = parts.flatMap(({ name, rows }) =>
  rows.filter(({ says }) => says === '').map((row) => `${name}: ${row.name}`),
);
if (silent.length > 0) fail(`Names without a doc comment: ${silent.join(', ')}; write one where each is declared.`);
await keep('docs/reference.md', pageOf(parts));
await keep('docs/reference_core.md', offerPageOf(offerOfCore()));

/** Writes a page, or compares it. */
async function keep(name, content) {
  const file = join(root, name);
  const text = await format(content, { ...(await resolveConfig(file)), parser: 'markdown' });
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) fail(`${name} is out of date; run \`npm run reference\`.`);
}

function rowsOf(file) {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(file));
  const rows = checker.getExportsOfModule(symbol).map((one) => {
    const meant = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    const [declaration] = meant.declarations ?? [];
    const source = declaration?.getSourceFile().fileName ?? '';
    const own = passedOn[one.name];
    const says = own ?? sentencesOf(ts.displayPartsToString(meant.getDocumentationComment(checker)));
    const example = own ? undefined : exampleOf(meant);
    const kind = kindOf(declaration);
    const signature = own ? '' : signatureOf(meant);
    return { name: one.name, kind, file: own ? '' : relative(root, source), says, signature, example };
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

/**
 * Declaration of a name as it is written, without bodies and private members; empty where it would only have types that
 * the compiler shortens. Of an interface that modules extend, the part of the kernel.
 */
function signatureOf({ name, declarations = [] }) {
  const [first] = declarations;
  const overloads = declarations.filter((one) => ts.isFunctionDeclaration(one) && !one.body);
  const written = overloads.length > 0 ? overloads : [first];
  const text = ts.isVariableDeclaration(first) ? valueOf(name, first) : written.map(declared).join('\n');
  const isInferred = ts.isVariableDeclaration(first) && /.{160}| more \.\.\./.test(text);
  return isInferred || text.endsWith('{}') ? '' : text;
}

/** A value with its members, or its type. */
function valueOf(name, declaration) {
  const type = checker.getTypeAtLocation(declaration);
  const members = type.getCallSignatures().length > 0 ? [] : checker.getPropertiesOfType(type);
  if (declaration.type || members.length === 0 || type.flags & ts.TypeFlags.StringLike)
    return `const ${name}: ${typeText(type, declaration)};`;
  const lines = members.map((one) => `  ${one.name}: ${typeText(checker.getTypeOfSymbol(one), declaration)};`);
  return [`const ${name}: {`, ...lines, '};'].join('\n');
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

/** A function, method or field up to its body or value. */
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

function pageOf(list) {
  const intro = [
    '# Reference of `lectern` and `lectern/core`',
    'This page is generated from the declarations and doc comments of the sources by `npm run reference`. ' +
      '[What core offers](reference_core.md) lists services, events, extension points, shapes, failures, settings and permissions.',
  ];
  return [...intro, ...list.flatMap(({ name, rows }) => [`## ${name}`, ...rows.map(entryOf)])].join('\n\n');
}

function entryOf({ name, kind, file, says, signature, example }) {
  const title = `### ${name}`;
  const about = `_${kind}_${file === '' ? '' : `, [${file}](../${file})`}`;
  const code = signature === '' ? [] : [`\`\`\`ts\n${signature}\n\`\`\``];
  return [title, about, says, ...code, ...(example ? [`\`\`\`text\n${example}\n\`\`\``] : [])].join('\n\n');
}

/** The reference of core, without plugins and custom. */
function offerOfCore() {
  const env = { ...process.env, NODE_ENV: 'test', DISABLED_PLUGINS: readdirSync(join(root, 'plugins')).join(',') };
  const command = [join(root, 'dist/core/cli/main.js'), 'reference', '--json'];
  return JSON.parse(execFileSync(process.execPath, command, { cwd: root, env, maxBuffer: 100_000_000 }).toString());
}

function offerPageOf({ services, points, events, shapes, failures, settings, permissions }) {
  return [
    '# What core offers to plugins',
    'This page is generated by `npm run reference`. `npx lectern reference` prints the same for an installation with its plugins, ' +
      '`npx lectern reference order` what has a word in its name. A plugin that uses a service has to require its module. ' +
      '[Reference](reference.md) lists the names that are imported.',
    '## Services',
    ...services.flatMap(offerOf),
    '## Extension points',
    ...points.flatMap(offerOf),
    '## Events',
    'The payload is JSON. Events that end in `ing` are for [checks](plugins/events.md#checks) and never delivered.',
    ...events.map(eventOf),
    '## Shapes',
    ...shapes.flatMap(({ name, mode, fields }) => fieldsOf(`${name}, mode ${mode}`, fields)),
    '## Failures',
    failureTable(failures),
    '## Settings sections',
    ...settings.flatMap(({ name, module, fields }) => fieldsOf(`${name} (${module})`, fields)),
    '## Permissions',
    permissionTable(permissions),
  ].join('\n\n');
}

function tableOf(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

function eventOf({ event, declared: [{ payload = '', description = '', module = '' } = {}] }) {
  return [`### ${event}`, `_${module}_, \`${payload}\``, description].filter(Boolean).join('\n\n');
}

function fieldsOf(title, fields) {
  const rows = fields.map(({ name, type, description }) => [`\`${name}\``, type, description]);
  return [`### ${title}`, tableOf(['field', 'type', 'meaning'], rows)];
}

function failureTable(failures) {
  const rows = failures.map(({ name, code, status, message, modules }) => [
    `\`${name}\``,
    code,
    status,
    message,
    modules.join(', '),
  ]);
  return tableOf(['failure', 'code', 'status', 'message', 'modules'], rows);
}

function permissionTable(permissions) {
  const rows = permissions.map(({ permission, roles, modules }) => [
    `\`${permission}\``,
    roles.join(', '),
    modules.join(', '),
  ]);
  return tableOf(['permission', 'roles', 'declared by'], rows);
}

function offerOf({ name, module, type, file, description, members }) {
  const place = file === '' ? '' : `, [${file}](../${file})`;
  const lines = members.map(
    (one) => `- \`${one.signature}\`${one.description === '' ? '' : `  \n  ${one.description}`}`,
  );
  return [`### ${name}`, `_${module}_, \`${type}\`${place}`, description, lines.join('\n')].filter(
    (part) => part !== '',
  );
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

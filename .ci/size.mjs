/**
 * Prints sizes of the kernel, of its reading order in docs/architecture.md and of the documents, and numbers of exported
 * names. Exits with 1 when one of them exceeds its limit.
 *
 *     node .ci/size.mjs
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const readingOrder = filesInOrder('docs/architecture.md', '## Reading order');

/** Interfaces of the hooks by which hosting extends the kernel. @type {readonly (readonly [string, string])[]} */
const hookTypes = [
  ['core/kernel/boot/hooks.ts', 'KernelHooks'],
  ['core/kernel/boot/assemble.ts', 'AssemblyHooks'],
  ['core/kernel/http/request_hooks.ts', 'RequestHooks'],
];

/** Limits may only be lowered, towards their aims. */
const limits = {
  'files of the reading order': {
    limit: 18,
    aim: 18,
    why: 'the kernel is read in an hour',
    count: () => readingOrder.length,
  },
  'lines of the reading order': {
    limit: 2_000,
    aim: 2_000,
    why: 'the kernel is read in an hour',
    count: () => sum(readingOrder.map(linesOf)),
  },
  'lines of core/kernel/http/endpoint.ts': {
    limit: 150,
    aim: 150,
    why: 'each request passes here; hooks belong to hosting',
    count: () => linesOf('core/kernel/http/endpoint.ts'),
  },
  'lines of core/kernel/boot/kernel.ts': {
    limit: 170,
    aim: 170,
    why: 'reload and listening belong to hosting',
    count: () => linesOf('core/kernel/boot/kernel.ts'),
  },
  'imports of core/kernel/http/app.ts': {
    limit: 15,
    aim: 15,
    why: 'one file must not wire everything',
    count: () => importsOf('core/kernel/http/app.ts'),
  },
  'hooks of hosting': {
    limit: 18,
    aim: 18,
    why: 'the kernel must not grow by them',
    // `schemas` and `loader` are passed before the kernel exists.
    count: () => sum(hookTypes.map(([file, name]) => membersOf(file, name))) + 2,
  },
  'files of the largest folder': {
    limit: 20,
    aim: 20,
    why: 'a folder is read at a glance',
    count: () => Math.max(...filesByFolder().values()),
  },
  'names of lectern': {
    limit: 90,
    aim: 90,
    why: 'plugin authors learn them',
    count: () => namesOf('core/kernel/index.ts').size,
  },
  'names of lectern/core': {
    limit: 60,
    aim: 60,
    why: 'each is a promise to plugins',
    count: () => namesOf('core/index.ts').size,
  },
  'lines of documents': {
    limit: 13_000,
    aim: 13_000,
    why: 'people read them; generated pages are not kept',
    count: () => sum(documents().map(linesOf)),
  },
  'public services': {
    limit: 45,
    aim: 45,
    why: 'each is a promise to plugins',
    count: () => offersOfKernel() + sum(manifestsOfCore().map(({ offers = {} }) => Object.keys(offers).length)),
  },
  'names of lectern/host': {
    limit: 12,
    aim: 12,
    why: 'each is a promise to programs that embed the kernel',
    count: () => namesOf('core/hosting/index.ts').size,
  },
  'private interfaces': {
    limit: 19,
    aim: 20,
    why: 'each may change in a patch of Node or of a package',
    count: () => [...readFileSync(join(root, 'docs/internals.md'), 'utf8').matchAll(/^\| (?!interface|---)/gm)].length,
  },
};

const rows = Object.entries(limits).map(([what, { limit, aim, why, count }]) => ({
  what,
  limit,
  aim,
  why,
  is: count(),
}));
for (const { what, is, limit, aim, why } of [{ what: '', is: 'count', limit: 'limit', aim: 'aim', why: '' }, ...rows])
  console.log(
    `${what.padEnd(40)}${[is, limit, aim].map((cell) => String(cell).padStart(7)).join('')}  ${why}`.trimEnd(),
  );
const above = rows.filter(({ is, limit }) => is > limit);
for (const { what, is, limit } of above)
  console.error(
    `${what}: ${is}, but at most ${limit}; remove unused code or repeated text, or move code to the module that it belongs to.`,
  );
process.exitCode = above.length > 0 ? 1 : 0;

/**
 * Files that the first column of the table below a heading names.
 * @param {string} page
 * @param {string} heading
 */
function filesInOrder(page, heading) {
  const [, below = ''] = readFileSync(join(root, page), 'utf8').split(`${heading}\n`);
  const [section] = below.split('\n## ');
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file);
}

/** Markdown files in git. */
function documents() {
  const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).split('\n');
  return files.filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Number of files by folder of the product. */
function filesByFolder() {
  const files = execFileSync('git', ['ls-files', 'core', 'plugins', 'custom'], { cwd: root, encoding: 'utf8' });
  const counts = new Map();
  for (const folder of files
    .trim()
    .split('\n')
    .map((file) => dirname(file)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
}

/** Number of members of an interface. @param {string} file @param {string} name */
function membersOf(file, name) {
  const found = statementsOf(file).find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  return /** @type {ts.InterfaceDeclaration} */ (found).members.length;
}

/** Services that the kernel offers: the properties of `offers` in its provider. */
function offersOfKernel() {
  const [, offers = ''] =
    /offers: \{([^}]*)\}/.exec(readFileSync(join(root, 'core/kernel/container/kernel_provider.ts'), 'utf8')) ?? [];
  return offers.match(/^ +\w+: '/gm)?.length ?? 0;
}

/** @returns {{ offers?: Record<string, string> }[]} */
function manifestsOfCore() {
  const folders = ['core/infrastructure', 'core/platform'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  const files = folders.map((folder) => join(folder, 'module.json'));
  return files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')));
}

/** @param {string} file */
function linesOf(file) {
  return readFileSync(join(root, file), 'utf8').split('\n').length - 1;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

/** @param {string} file */
function statementsOf(file) {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest).statements;
}

/** @param {string} file */
function importsOf(file) {
  return statementsOf(file).filter(ts.isImportDeclaration).length;
}

/**
 * Names that the `export ... from` statements of an entry point export, those of `export * from` included.
 * @param {string} file
 * @returns {Set<string>}
 */
function namesOf(file) {
  const names = statementsOf(file)
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, moduleSpecifier }) => {
      if (exportClause && ts.isNamedExports(exportClause)) return exportClause.elements.map(({ name }) => name.text);
      return [...namesOf(join(dirname(file), /** @type {ts.StringLiteral} */ (moduleSpecifier).text))];
    });
  return new Set(names);
}

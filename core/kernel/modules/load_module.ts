import { relative } from 'node:path';
import type { Config } from '../base/config_schema.ts';
import { runAs } from './module_context.ts';
import { resourceRecord, type ResourceClass } from '../declare/resource_records.ts';
import type { Services } from '../declare/services.ts';
import { Subscription } from '../declare/subscribe.ts';
import { attributed, attributedLater, ModuleFault, wrongSection } from './module_fault.ts';
import { readText } from '../base/text_file.ts';
import type { Tree } from '../base/tree.ts';
import { partsOfCode } from './code_module.ts';
import type { FailedPlugins } from './failed_plugins.ts';
import type { ModuleFolder } from './layers.ts';
import type { Isolation } from './isolation.ts';
import type { ModuleMigrations } from '../base/migrator.ts';
import type { ModuleCandidate } from './order.ts';
import { comparedUses } from './uses.ts';

export interface LoadedResource {
  readonly target: ResourceClass;
  readonly module: LoadedModule;
  /** Path below the root. */
  readonly file: string;
}

/** The default export of a file in `subscribers/`, with its name and file. */
export interface LoadedSubscriber {
  readonly subscription: Subscription;
  /** Name of the subscriber: `<module>.<file without its ending>`. */
  readonly name: string;
  /** Path below the root. */
  readonly file: string;
}

/** A module whose files are loaded; `services` has registrations, not built services. */
export interface LoadedModule extends ModuleCandidate {
  /** The module's section of the configuration, validated and with defaults. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly services: Readonly<Record<string, object>>;
  readonly servicesFile: string;
  readonly resources: readonly LoadedResource[];
  readonly subscribers: readonly LoadedSubscriber[];
  readonly migrations: ModuleMigrations;
  readonly demo: { readonly file: string; run(services: Services): Promise<void> } | undefined;
}

export interface CodeFile {
  /** File name without its extension. */
  readonly stem: string;
  /** Absolute path. */
  readonly source: string;
}

/** Files of a module that the kernel loads; other files are loaded if these import them. */
export interface ModuleFiles {
  readonly services: CodeFile | undefined;
  readonly demo: CodeFile | undefined;
  readonly resources: readonly CodeFile[];
  readonly migrations: readonly CodeFile[];
  readonly subscribers: readonly CodeFile[];
  readonly commands: readonly CodeFile[];
}

export interface FileLoader {
  /** Lists the files of a module. @throws ModuleFault for a refused file, such as a link out of the module */
  files(module: ModuleFolder): ModuleFiles;
  /** Returns the exports of a file. @throws the error of reading, parsing or running the file, or of its time limit */
  load(file: CodeFile, module: ModuleFolder): Promise<Record<string, unknown>>;
  /** Explains why a file could not be loaded, if possible with line and fix; paths are below the root. */
  explain(thrown: unknown, module: ModuleFolder): Promise<string>;
}

export interface FileContext {
  readonly root: string;
  readonly config: Pick<Config, 'migrationTimeout'>;
  readonly isolation: Isolation;
  readonly loader: FileLoader;
}

export interface LoadContext extends FileContext {
  /** Reads and validates the section of a module by its JSON Schema, and fills in defaults. */
  readonly readSection: (module: string, schema: object) => Section;
}

/** The section of a module in the configuration, with its problems. */
export interface Section {
  readonly section: Tree;
  readonly problems: readonly string[];
}

/** Loads the modules in order. @throws the error of a module, unless it is a plugin that `failed` can leave out */
export async function loadModules(
  candidates: readonly ModuleCandidate[],
  context: LoadContext,
  failed: FailedPlugins,
): Promise<LoadedModule[]> {
  const loaded: LoadedModule[] = [];
  for (const candidate of candidates) {
    try {
      loaded.push(await loadModule(candidate, context));
    } catch (error) {
      failed.leaveOutOrThrow(error, candidates);
    }
  }
  return loaded;
}

/** Loads services, resources and subscribers of a module; finds migrations and demo data. @throws ModuleFault */
export function loadModule(candidate: ModuleCandidate, context: LoadContext): Promise<LoadedModule> {
  const { layer, name, folder } = candidate;
  // Code of the files runs as code of the module; a plugin must not change built-ins such as Array.prototype.
  const read = () => runAs(candidate, readModule, candidate, context);
  const load = () =>
    layer === 'plugins' ? context.isolation.withFrozenBuiltIns(candidate, context.root, read) : read();
  // An error without a fault is one of the file system, such as for a folder without read permission.
  return attributedLater(name, (reason) => [relative(context.root, folder), reason], load);
}

async function readModule(candidate: ModuleCandidate, context: LoadContext): Promise<LoadedModule> {
  const config = moduleConfig(candidate, context);
  const parts = candidate.code ? partsOfCode(candidate, candidate.code) : await readFiles(candidate, context);
  const migrations = { ...parts.migrations, uses: comparedUses(candidate) };
  const module: LoadedModule = { ...candidate, config, ...parts, migrations, resources: [] };
  const resources = parts.resources.map((resource) => ({ ...resource, module }));
  return Object.assign(module, { resources });
}

/** Imports `services.ts`, resources and subscribers. Migrations and demo are imported when they run. */
async function readFiles(candidate: ModuleCandidate, context: LoadContext) {
  const files = context.loader.files(candidate);
  const parts = {
    services: await loadServices(candidate, context, files.services),
    servicesFile: files.services ? relative(context.root, files.services.source) : '',
    migrations: migrationsIn(candidate, context, files.migrations),
    demo: files.demo && demoLoader(candidate, context, files.demo),
    subscribers: await loadSubscribers(candidate, context, files.subscribers),
  };
  const resources: Omit<LoadedResource, 'module'>[] = [];
  for (const file of files.resources) resources.push(await loadResource(candidate, context, file));
  return { ...parts, resources };
}

function moduleConfig({ name, manifest }: ModuleCandidate, { readSection }: LoadContext) {
  const { section, problems } = readSection(name, manifest.config ?? {});
  if (problems.length === 0) return Object.freeze(section);
  throw wrongSection(name, problems);
}

async function loadServices(candidate: ModuleCandidate, context: LoadContext, file: CodeFile | undefined) {
  if (!file) return {};
  const wanted = 'an object of services: { name: Class }';
  const services = await loadDefault([candidate, context, file], wanted, isObject);
  const source = relative(context.root, file.source);
  // Copied once, so that getters with side effects or errors run only here.
  const copy = () => ({ ...services }) as Record<string, object>;
  return attributed(candidate.name, (reason) => [source, `an entry cannot be read: ${reason}`], copy);
}

async function loadResource(candidate: ModuleCandidate, context: LoadContext, file: CodeFile) {
  const wanted = 'a class with @resource(address), or defineResource(...); move other code out of resources/';
  const target = await loadDefault([candidate, context, file], wanted, isResource);
  return { target, file: relative(context.root, file.source) };
}

async function loadSubscribers(candidate: ModuleCandidate, context: LoadContext, files: readonly CodeFile[]) {
  const subscribers: LoadedSubscriber[] = [];
  const wanted = "subscribe('order.paid', (services) => async (event) => { ... })";
  for (const file of files) {
    const subscription = await loadDefault([candidate, context, file], wanted, (one) => one instanceof Subscription);
    const name = `${candidate.name}.${file.stem}`;
    subscribers.push({ subscription, name, file: relative(context.root, file.source) });
  }
  return subscribers;
}

function demoLoader(candidate: ModuleCandidate, context: LoadContext, file: CodeFile) {
  const run = async (services: Services): Promise<void> => {
    const demo = await loadDefault([candidate, context, file], 'async (services) => { ... }', isFunction);
    await changeInTime('demo', () => (demo as (services: Services) => Promise<void>)(services), { candidate, context });
  };
  return { file: relative(context.root, file.source), run };
}

/** Loads a command without loading its module. The file has to exist in `commands/`. @throws ModuleFault */
export async function loadCommand({ stem, ...module }: ModuleFolder & { stem: string }, context: FileContext) {
  const file = context.loader.files(module).commands.find((one) => one.stem === stem) as CodeFile;
  return loadDefault([module, context, file], 'a function that adds the command to the program', isFunction);
}

const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const isResource = (value: unknown): value is ResourceClass => isFunction(value) && resourceRecord(value) !== undefined;

/** Reads the migrations of a module without loading the module; a file is imported when its migration runs. */
export async function loadMigrations(module: ModuleFolder, context: FileContext): Promise<ModuleMigrations> {
  return migrationsIn(module, context, context.loader.files(module).migrations);
}

function migrationsIn(module: ModuleFolder, context: FileContext, files: readonly CodeFile[]): ModuleMigrations {
  return { module: module.name, files: files.map(migrationFile(module, context)) };
}

function migrationFile(candidate: ModuleFolder, context: FileContext) {
  return (file: CodeFile) => ({
    name: file.stem,
    file: relative(context.root, file.source),
    text: readText(file.source),
    load: () => loadMigration(candidate, context, file),
  });
}

async function loadMigration(candidate: ModuleFolder, context: FileContext, file: CodeFile) {
  const steps = await load(candidate, context, file);
  const timed = (name: string) => {
    const step = steps[name] as ((knex: unknown) => Promise<void>) | undefined;
    if (typeof step !== 'function') return {};
    return { [name]: (knex: unknown) => changeInTime(name, () => step(knex), { candidate, context }) };
  };
  if (typeof steps['up'] === 'function') return { ...steps, ...timed('up'), ...timed('down') };
  const fix = 'export async function up(knex) { ... }, and down(knex) to undo it';
  throw fault(candidate, context, file)(`no function up is exported; ${fix}`);
}

/** Calls a function that changes the database. Outside of core, `migrationTimeout` limits its time, unless it is 0. */
async function changeInTime<T>(name: string, run: () => Promise<T>, { candidate, context }: Owned): Promise<T> {
  const { config, isolation, root } = context;
  const { migrationTimeout: timeout } = config;
  if (candidate.layer === 'core' || timeout === 0) return run();
  const fixes = {
    waiting: 'look for a promise that stays open, or raise migrationTimeout',
    running: 'look for a loop that does not end, or raise migrationTimeout',
  };
  return isolation.callInTime({ name: `${name}()`, module: candidate.name, root, timeout, fixes, run });
}

interface Owned {
  readonly candidate: ModuleFolder;
  readonly context: FileContext;
}

type Place = Parameters<typeof load>;

/** Returns the default export of a file. @throws ModuleFault unless it `fits`, with a description of the wanted export */
async function loadDefault<T>(place: Place, wanted: string, fits: (value: unknown) => value is T): Promise<T> {
  const { default: value, ...others } = await load(...place);
  if (fits(value)) return value;
  throw fault(...place)(`${exportText(value, Object.keys(others))}; export default ${wanted}.`);
}

/** Says what a file exports instead of the wanted default export. */
function exportText(value: unknown, others: readonly string[]): string {
  if (typeof value === 'function') return 'the default export is a function or a class';
  if (value !== undefined) return `the default export is of the type ${typeof value}`;
  return others.length === 0 ? 'nothing is exported' : `there is no default export, only ${others.join(', ')}`;
}

async function load(candidate: ModuleFolder, context: FileContext, file: CodeFile): Promise<Record<string, unknown>> {
  try {
    return await context.loader.load(file, candidate);
  } catch (error) {
    const problem = await context.loader.explain(error, candidate);
    throw fault(candidate, context, file)(problem, error);
  }
}

function fault({ name }: ModuleFolder, { root }: FileContext, { source }: CodeFile) {
  return (problem: string, cause?: unknown) => new ModuleFault(name, relative(root, source), problem, cause);
}

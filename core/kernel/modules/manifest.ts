import { Type, type Static } from '@sinclair/typebox';
import semver from 'semver';
import { isTree, type Tree } from '../base/tree.ts';
import { kernelVersion } from '../base/package_info.ts';
import { ModuleFault } from './module_fault.ts';
import { reasonOf } from '../base/thrown.ts';
import { folderInCode, placeOf, type ModuleFolder } from './layers.ts';
import { readOwnFile, readOwnJson } from './own_file.ts';
import { usesSchema } from './uses.ts';

const strict = { additionalProperties: false } as const;
const ranges = Type.Record(Type.String(), Type.String(), { examples: [{ courses: '^1.0.0' }] });

const manifestSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
    version: Type.String(),
    /** Previous name of the module, whose migration history and tables the module takes over. */
    formerly: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*$' })),
    description: Type.Optional(Type.String()),
    engines: Type.Object({ lectern: Type.String() }, strict),
    /** Required modules with their version ranges. */
    requires: Type.Optional(ranges),
    /** Services that plugins may use, each with a sentence on its purpose; all others are internal. */
    offers: Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1 }))),
    /** What the module uses beyond its own addresses, services and tables; undefined: not declared. */
    uses: Type.Optional(usesSchema),
    /** Place of each of its tables on a distributed database. */
    tables: Type.Optional(Type.Record(Type.String(), Type.String({ pattern: '^(reference|local|by [a-z_]+)$' }))),
    /** Names of modules in the same layer that start after this one (`before`) or before it (`after`), if present. */
    before: Type.Optional(Type.Array(Type.String())),
    after: Type.Optional(Type.Array(Type.String())),
    /** JSON Schema of `modules.<name>` in the configuration. */
    config: Type.Optional(Type.Object({})),
    /** Addresses outside of `/plugins/<name>` and `/me`, at or below which the plugin serves. */
    mounts: Type.Optional(Type.Array(Type.String({ pattern: '^(/[A-Za-z0-9_{}]+)+$' }))),
    /** Permission codes that the module adds to existing or new roles; `*` grants every permission. */
    roles: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^ROLE_[A-Z0-9_]+$' }),
        Type.Array(Type.String({ pattern: '^([a-z][a-z0-9_]*|\\*)$' })),
        strict,
      ),
    ),
    /** Whether `plugins.disabled` may name this module of core. */
    optional: Type.Optional(Type.Boolean()),
    /** Whether a failure of the plugin stops the start (`abort`) or not (`setAside`, the default). */
    onFailure: Type.Optional(Type.Unsafe<'abort' | 'setAside'>({ type: 'string', enum: ['abort', 'setAside'] })),
  },
  strict,
);

/** Contents of a `module.json`. */
export type Manifest = Static<typeof manifestSchema>;

export interface Schemas {
  /** Fills the defaults of the schema into `tree`, and validates the result. @returns problems; empty if it is valid */
  problemsOf(schema: object, tree: Tree): readonly string[];
  /** Returns a problem of the JSON Schema `config` of a manifest, or of its defaults; undefined if there is none. */
  problemOfSection(schema: object): string | undefined;
}

/** Parts of a manifest that are needed even if the module fails to start. */
export type Intent = Pick<Manifest, 'mounts' | 'onFailure' | 'optional'>;

/** Path of a manifest below the root, unless its plugin is outside of `plugins/`; the place of a module given as code. */
export function manifestFile(module: ModuleFolder): string {
  return module.folder.includes(folderInCode) ? placeOf(module) : `${placeOf(module)}/module.json`;
}

/** Reads the valid parts of `Intent` from a manifest; an empty object if the file cannot be read. */
export function intentOf({ folder }: ModuleFolder): Intent {
  const manifest = readOwnJson(folder, 'module.json');
  if (!manifest) return {};
  const { mounts, onFailure, optional } = manifest;
  const addresses = Array.isArray(mounts) ? mounts.filter((mount) => typeof mount === 'string') : [];
  return { mounts: addresses, ...(onFailure === 'abort' && { onFailure }), ...(optional === true && { optional }) };
}

/** Reads the manifest of a module. @throws ModuleFault for a missing, unreadable, invalid or incompatible manifest */
export function readManifest(module: ModuleFolder, schemas: Schemas): Manifest {
  const fault = (problem: string) => new ModuleFault(module.name, manifestFile(module), problem);
  return checkedManifest(module, parse(module.folder, fault), schemas);
}

/** Checks the content of a manifest. @throws ModuleFault for one that is invalid or incompatible */
export function checkedManifest(module: ModuleFolder, manifest: Tree, schemas: Schemas): Manifest {
  const { name } = module;
  const fault = (problem: string) => new ModuleFault(name, manifestFile(module), problem);
  const problems = schemas.problemsOf(manifestSchema, manifest);
  if (problems.length > 0) throw fault(`${problems.join('; ')}.`);
  const valid = manifest as Manifest;
  const problem = problemOf(valid, name) ?? (valid.config && schemas.problemOfSection(valid.config));
  if (problem) throw fault(problem);
  return valid;
}

function parse(folder: string, fault: (problem: string) => ModuleFault): Tree {
  let text: string;
  try {
    text = readOwnFile(folder, 'module.json');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw fault(reasonOf(error));
    if (code !== 'ENOENT') throw fault(`the file cannot be read (${code}); make it a readable file.`);
    throw fault('the file is missing; write it with {"name", "version", "engines": {"lectern"}}.');
  }
  try {
    const manifest: unknown = JSON.parse(text);
    if (isTree(manifest)) return manifest;
  } catch (error) {
    const { message } = error as Error;
    throw fault(`this is not valid JSON${lineOf(text, message)}: ${message}; correct it.`);
  }
  throw fault('this is not a JSON object; write {"name", "version", "engines": {"lectern"}}.');
}

/** Text ` in line n` for a JSON error; "" if the parser reports no position, and quotes the faulty text instead. */
function lineOf(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined && !message.includes('end of JSON')) return '';
  const before = text.slice(0, Number(position ?? text.length));
  return ` in line ${before.trimEnd().split('\n').length}`;
}

function problemOf(manifest: Manifest, folder: string): string | undefined {
  const { name, version, engines, requires = {} } = manifest;
  if (name !== folder) return `"name" is "${name}" but the folder is "${folder}"; make them the same.`;
  if (!semver.valid(version)) return `"version" is "${version}"; write a semantic version such as 1.0.0.`;
  const required = Object.entries(requires).map(([other, range]) => [`requires.${other}`, range] as const);
  const ranges = [['engines.lectern', engines.lectern] as const, ...required];
  const bad = ranges.find(([, range]) => !semver.validRange(range));
  if (bad) return `"${bad[0]}" is "${bad[1]}", which is no version range; write one such as ^1.0.0.`;
  if (!semver.satisfies(kernelVersion, engines.lectern)) {
    return `"engines.lectern" asks for ${engines.lectern} but this is Lectern ${kernelVersion}; install a version of the module that fits.`;
  }
  return undefined;
}

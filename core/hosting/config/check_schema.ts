import { isIP } from 'node:net';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Schemas } from '../../kernel/modules/manifest.ts';
import { isOrigin } from './cors_origins.ts';
import { variableAt } from './environment.ts';
import { isMisspelt } from '../../kernel/base/similar_names.ts';
import type { Tree } from '../../kernel/base/tree.ts';

const ajv = createAjv();
/** Validators by the text of the schema: compilation is slow, and each kernel reads the manifests again into new objects. */
const compiled = new Map<string, ValidateFunction>();

function createAjv(): Ajv2020 {
  const fresh = new Ajv2020({
    allErrors: true,
    // Adds the schema to errors, because messages quote an example of the schema.
    verbose: true,
    strict: true,
    strictTypes: false,
    useDefaults: true,
    // Most validators run once, so optimizing their code would take longer than running it.
    code: { optimize: false },
    // Schemas are not validated by the meta-schema, because its compilation is slow. Strict mode still rejects unknown
    // keywords.
    validateSchema: false,
    meta: false,
  });
  fresh
    .addVocabulary(['env', 'secret'])
    .addFormat('time-zone', isTimeZone)
    .addFormat('ip-range', isAddressRange)
    .addFormat('origin', isOrigin)
    .addFormat('date or date-time', isMoment);
  formats.default(fresh);
  return fresh;
}

/** Schema of modules without settings. */
const nothing = { type: 'object', additionalProperties: false };

/** Schema of a module's section that refuses unknown keys unless `schema` allows them. */
export function sectionSchema(schema: object): object {
  return { ...nothing, ...schema };
}

function problemOfSection(schema: object): string | undefined {
  const strict = sectionSchema(schema);
  try {
    compile(strict);
  } catch (error) {
    const { message } = error as Error;
    const fix = message.includes('unknown keyword') ? 'write settings below "properties"' : 'correct it';
    return `"config" is not a valid JSON Schema (${message}); ${fix}.`;
  }
  return wrongDefault(strict);
}

/** Keywords that an empty section may violate although all defaults are valid. */
const ofMissingValues = ['required', 'dependentRequired', 'minProperties', 'if', 'not', 'anyOf', 'oneOf'];

/** Problem of a wrong default, found by validating an empty section: defaults are its only values. */
function wrongDefault(schema: object): string | undefined {
  const defaults: Tree = {};
  const validate = compile(schema);
  if (validate(defaults)) return undefined;
  const wrong = validate.errors?.find(
    ({ instancePath, keyword }) => instancePath !== '' && !ofMissingValues.includes(keyword),
  );
  if (!wrong) return undefined;
  const value = pathOf(wrong).reduce<unknown>((tree, key) => (tree as Tree)[key], defaults);
  return `"config" has the wrong default ${JSON.stringify(value)}: ${sentence(wrong)}; correct it.`;
}

/**
 * Fills the defaults of the schema into `tree`, and validates it.
 * @param env environment variables that may have given values
 * @returns problems, each with the path of its key, and with the variable that gave the value, if any
 */
export function problemsOf(schema: object, tree: Tree, env: NodeJS.ProcessEnv = {}): string[] {
  const validate = compile(schema);
  if (validate(tree)) return [];
  const all = (validate.errors ?? []).map((error) => {
    const variable = variableAt(schema, pathOf(error), env);
    return `${variable === undefined ? '' : `${variable}: `}${sentence(error)}`;
  });
  return [...new Set(all)];
}

/** Checks manifests of modules, and the schemas of their sections. */
export const schemas: Schemas = { problemsOf, problemOfSection };

function compile(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? compileAnew(schema);
  compiled.set(text, validate);
  return validate;
}

/** Compiles a schema and removes it from ajv: modules may share an `$id`, and a module may be loaded again. */
function compileAnew(schema: object): ValidateFunction {
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

/** Keys that lead from the root to the invalid value. */
function pathOf({ instancePath }: Pick<ErrorObject, 'instancePath'>): string[] {
  return instancePath.split('/').slice(1).map(unescaped);
}

function sentence(error: ErrorObject): string {
  const { keyword, params, message = '' } = error;
  const path = pathOf(error).join('.');
  const key = String(params['additionalProperty'] ?? params['missingProperty'] ?? '');
  const full = [path, key].filter(Boolean).join('.');
  if (keyword === 'additionalProperties') return unknownKey(full, key, error.parentSchema);
  if (keyword === 'required') return `"${full}" is missing; give it a value`;
  if (keyword === 'enum') return `"${full}" must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
  const [example] = (error.parentSchema as { examples?: unknown[] } | undefined)?.examples ?? [];
  const suggestion = example === undefined ? '' : `, such as ${JSON.stringify(example)}`;
  return `${full === '' ? 'it' : `"${full}"`} ${message}${suggestion}`;
}

function unknownKey(full: string, key: string, schema: ErrorObject['parentSchema']): string {
  const near = Object.keys((schema?.['properties'] as object | undefined) ?? {}).find((one) => isMisspelt(key, one));
  return `"${full}" is not a known key${near === undefined ? '' : ` (is "${near}" meant?)`}; remove it or correct its name`;
}

/** Decodes a key of a JSON pointer. */
function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether a text is a date, or a date and time with offset: `2027-01-31`, `2027-01-31T12:00:00Z`. */
function isMoment(text: string): boolean {
  const [day = ''] = /^\d{4}-\d\d-\d\d(?=$|T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$)/.exec(text) ?? [];
  if (Number.isNaN(Date.parse(text)) || Number.isNaN(Date.parse(day))) return false;
  // Date.parse accepts days that do not exist, such as 31 February.
  return new Date(day).toISOString().startsWith(day);
}

function isTimeZone(name: string): boolean {
  // Asked first, because a formatter loads 8 MB. The list has no aliases, such as `UTC`.
  if (Intl.supportedValuesOf('timeZone').includes(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is an IP address, a network in CIDR notation, or a keyword of Express such as `loopback`. */
function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= most));
}

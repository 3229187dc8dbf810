import { isIP } from 'node:net';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isOrigin } from '../declare/origin.ts';
import type { Tree } from '../declare/tree.ts';

let ajv = createAjv();
/** By schema: to compile one takes longer than everything else that is done for a module. */
let compiled = new WeakMap<object, ValidateFunction>();

function createAjv(): Ajv2020 {
  const fresh = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    useDefaults: true,
    // Each of these schemas is used once: to improve the code that is made of it takes longer than to run it as it is.
    code: { optimize: false },
    // What checks a schema would have to be compiled itself, for longer than all that it checks. In strict mode what cannot
    // be compiled is refused anyway: keywords that are unknown, and values that are none for their keyword.
    validateSchema: false,
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

/** Lets go of all that was compiled so far: of a schema that was removed, ajv still keeps the code. */
export function forgetSchemas(): void {
  ajv = createAjv();
  compiled = new WeakMap();
}

/** What a module that declares nothing can be told. */
const nothing = { type: 'object', additionalProperties: false };

const sections = new WeakMap<object, object>();

/** What the section of a module is checked against; the same object for the same schema, which then is compiled once. */
export function sectionSchema(schema: object): object {
  if (Object.keys(schema).length === 0) return nothing;
  const strict = sections.get(schema) ?? { ...nothing, ...schema };
  sections.set(schema, strict);
  return strict;
}

/** Says what is wrong with a configuration schema, or undefined. */
export function schemaProblem(schema: object): string | undefined {
  try {
    compile(schema);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Completes `tree` with defaults and checks it.
 * @returns sentences about what is wrong, each with the path of the key
 */
export function problemsOf(schema: object, tree: Tree): string[] {
  const validate = compile(schema);
  return validate(tree) ? [] : [...new Set((validate.errors ?? []).map(sentence))];
}

function compile(schema: object): ValidateFunction {
  const validate = compiled.get(schema) ?? compileAnew(schema);
  compiled.set(schema, validate);
  return validate;
}

/** Makes ajv forget the schema at once: two modules may give theirs the same `$id`, and a module may be read twice. */
function compileAnew(schema: object): ValidateFunction {
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

function sentence({ instancePath, keyword, params, message = '' }: ErrorObject): string {
  const path = instancePath.slice(1).split('/').map(unescaped).join('.');
  const key = String(params['additionalProperty'] ?? params['missingProperty'] ?? '');
  const full = [path, key].filter(Boolean).join('.');
  if (keyword === 'additionalProperties') return `"${full}" is not a known key; remove it or correct its name`;
  if (keyword === 'required') return `"${full}" is missing; give it a value`;
  if (keyword === 'enum') return `"${full}" must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
  return full === '' ? `it ${message}` : `"${full}" ${message}`;
}

/** A key as it was written; a JSON pointer writes its slashes otherwise. */
function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A day, or a time of it with its offset: `2027-01-31`, `2027-01-31T12:00:00Z`. */
function isMoment(text: string): boolean {
  const [day = ''] = /^\d{4}-\d\d-\d\d(?=$|T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$)/.exec(text) ?? [];
  if (Number.isNaN(Date.parse(text)) || Number.isNaN(Date.parse(day))) return false;
  // There is no 31st of February, though it can be parsed.
  return new Date(day).toISOString().startsWith(day);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An address, a network in CIDR notation, or one of the words that Express knows. */
function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= most));
}

import { hash } from 'node:crypto';
import { OptionalKind, type TSchema } from '@sinclair/typebox';
import type { Answer, Chosen } from '../../kernel/declare/answer.ts';
import { anyFields } from '../../kernel/declare/input.ts';
import type { Services } from '../../kernel/declare/services.ts';
import { accessName, type Route } from '../../kernel/routes/route.ts';

/** Contract of an operation as text, by part: `access`, `input.limit`, `answer.title`, `failure.notFound`. */
export type Declaration = Readonly<Record<string, string>>;

/** Describes the contract of a route by part, without documentation such as descriptions. */
export function declarationOf(route: Route, services: Services): Declaration {
  const { address, methods, access } = route;
  const parts = {
    address,
    methods: methods.join(', '),
    access: accessName(access),
    ...behaviourOf(route),
    ...inputOf(route),
    ...answerOf(route, services),
    ...failuresOf(route),
  };
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Digest of 128 bits, for the comparison of declarations. */
export function contractDigest(declaration: Declaration): string {
  const lines = Object.entries(declaration).map(([part, words]) => `${part}: ${words}`);
  return hash('sha256', lines.sort().join('\n'), 'hex').slice(0, 32);
}

export function changesBetween(before: Declaration, now: Declaration): string[] {
  const parts = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return parts.filter((part) => before[part] !== now[part]).map((part) => changeOf(part, before[part], now[part]));
}

function changeOf(part: string, before: string | undefined, now: string | undefined): string {
  if (before === undefined) return `${part} is new (${now})`;
  if (now === undefined) return `${part} is gone (it was ${before})`;
  return sortChange(part, sortKeysOf(before), sortKeysOf(now)) ?? `${part} was ${before}, is ${now}`;
}

/** Difference between the keys of a `sort` input. The whole schema would be hard to read: its pattern repeats all keys. */
function sortChange(part: string, before: readonly string[], now: readonly string[]): string | undefined {
  const [gone, added] = [before.filter((key) => !now.includes(key)), now.filter((key) => !before.includes(key))];
  if (before.length === 0 || gone.length + added.length === 0) return undefined;
  const words = [added.length > 0 && `also takes ${added.join(', ')}`, gone.length > 0 && `lost ${gone.join(', ')}`];
  return `${part} ${words.filter(Boolean).join(' and ')}`;
}

function sortKeysOf(words: string): string[] {
  const [, names = '', orders = ''] = /sorted: \{names: \[(.*?)\],.*? orders: \[(.*?)\]/.exec(words) ?? [];
  return [names, orders].flatMap((list) => list.split(', ')).filter((key) => key !== '');
}

function behaviourOf({ creates, revised, idempotent, cached }: Route): Declaration {
  const flags = Object.entries({ creates, revised, idempotent }).filter(([, isSet]) => isSet);
  const words = [...flags.map(([name]) => name), ...(cached > 0 ? [`cached for ${cached} s`] : [])];
  return words.length > 0 ? { behaviour: words.join(', ') } : {};
}

function inputOf({ input }: Route): Declaration {
  if (input === anyFields) return { input: 'any fields' };
  return named('input', Object.entries(input), (schema: TSchema) => {
    return `${OptionalKind in schema ? 'optional, ' : ''}${wordsOf(schema)}`;
  });
}

function answerOf({ answer, mode = '' }: Route, services: Services): Declaration {
  const words = { answer: answerWords(answer, mode) };
  if (!('kind' in answer)) return { ...words, ...fieldsOf({ shape: answer, mode }) };
  if ('shape' in answer) return { ...words, ...fieldsOf({ shape: answer.shape, mode }) };
  if (!('shapes' in answer)) return words;
  return Object.assign(words, ...answer.shapes(services).map(choiceOf)) as Declaration;
}

function answerWords(answer: Answer, mode: string): string {
  if (!('kind' in answer)) return `${answer.name}.${mode}`;
  if ('shape' in answer) return `${answer.kind} of ${answer.shape.name}.${mode}`;
  return 'name' in answer ? `${answer.kind} of ${answer.name}` : answer.kind;
}

function fieldsOf({ shape, mode }: Chosen): Declaration {
  return named('answer', Object.entries(shape.fields(mode)), ({ schema }) => wordsOf(schema));
}

function choiceOf({ shape, mode }: Chosen): Declaration {
  return named(`answer.${shape.name}.${mode}`, Object.entries(shape.fields(mode)), ({ schema }) => wordsOf(schema));
}

function failuresOf({ fails }: Route): Declaration {
  const failures = fails.map((one) => ({ title: 'kind' in one ? one.kind.title : one.title, ...statusOf(one) }));
  return named(
    'failure',
    failures.map((one) => [one.title, one]),
    ({ code, status }) => `code ${code}, status ${status}`,
  );
}

function statusOf({ code, status }: { readonly code: number; readonly status: number }) {
  return { code, status };
}

function named<T>(of: string, entries: readonly (readonly [string, T])[], words: (value: T) => string): Declaration {
  return Object.fromEntries(entries.map(([name, value]) => [`${of}.${name}`, words(value)]));
}

const publicText = new Set(['description', 'title', 'x-summaries', 'example', 'examples', 'expected']);

/** A schema on one line: `type: string, maxLength: 20`. */
function wordsOf(schema: object): string {
  const entries = Object.entries(schema).filter(([key, value]) => !publicText.has(key) && value !== undefined);
  return entries.map(([key, value]) => `${key}: ${wordsOfValue(value)}`).join(', ') || 'anything';
}

function wordsOfValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(wordsOfValue).join(', ')}]`;
  return typeof value === 'object' && value !== null ? `{${wordsOf(value)}}` : String(value);
}

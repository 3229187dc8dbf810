import { hash } from 'node:crypto';
import { OptionalKind, type TSchema } from '@sinclair/typebox';
import { anyFields } from '../../kernel/declare/input.ts';
import type { Services } from '../../kernel/declare/services.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { accessName, type Route } from '../../kernel/routes/route.ts';
import { filterName, shapesOf } from './describe_answer.ts';

/** Terms of a part: a text, or a JSON Schema without documentation, with `optional` for an input that may be missing. */
export type Terms = string | Readonly<Record<string, unknown>>;

/** Contract of an operation by part: `access`, `input.limit`, `answer.title`, `failure.notFound`. */
export type Declaration = Readonly<Record<string, Terms>>;

/** A part of a contract that differs. */
export interface ContractChange {
  readonly part: string;
  /** Undefined for a new part. */
  readonly before: Terms | undefined;
  /** Undefined for a part that is gone. */
  readonly now: Terms | undefined;
  /** `input.limit is gone (it was type: integer)`. */
  readonly what: string;
}

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
  const lines = Object.entries(declarationTexts(declaration)).map(([part, text]) => `${part}: ${text}`);
  return hash('sha256', lines.sort().join('\n'), 'hex').slice(0, 32);
}

/** A declaration whose terms are texts, for records. */
export function declarationTexts(declaration: Declaration): Record<string, string> {
  return Object.fromEntries(Object.entries(declaration).map(([part, terms]) => [part, textOf(terms)]));
}

/** Compares two declarations; one may consist of texts. */
export function changesBetween(before: Declaration, now: Declaration): ContractChange[] {
  const parts = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return parts.flatMap((part) => {
    const pair = { before: before[part], now: now[part] };
    const [was, is] = [textOf(pair.before), textOf(pair.now)];
    return was === is ? [] : [{ part, ...pair, what: changeText(part, pair, { was, is }) }];
  });
}

type Pair = Pick<ContractChange, 'before' | 'now'>;

function changeText(part: string, { before, now }: Pair, { was, is }: { was: string; is: string }): string {
  if (before === undefined) return `${part} is new (${is})`;
  if (now === undefined) return `${part} is gone (it was ${was})`;
  return sortChange(part, sortKeysOf(before), sortKeysOf(now)) ?? `${part} was ${was}, is ${is}`;
}

/** Difference between the keys of a `sort` input. The whole schema would be hard to read: its pattern repeats all keys. */
function sortChange(part: string, before: readonly string[], now: readonly string[]): string | undefined {
  const [gone, added] = [before.filter((key) => !now.includes(key)), now.filter((key) => !before.includes(key))];
  if (before.length === 0 || gone.length + added.length === 0) return undefined;
  const words = [added.length > 0 && `also takes ${added.join(', ')}`, gone.length > 0 && `lost ${gone.join(', ')}`];
  return `${part} ${words.filter(Boolean).join(' and ')}`;
}

/** Keys of a `sort` input; none for other terms. */
function sortKeysOf(terms: Terms): readonly string[] {
  if (typeof terms === 'string') return [];
  const { names = [], orders = [] } = (terms['sorted'] ?? {}) as Partial<Record<'names' | 'orders', string[]>>;
  return [...names, ...orders];
}

function behaviourOf({ creates, revised, idempotent, cached }: Route): Declaration {
  const flags = Object.entries({ creates, revised, idempotent }).filter(([, isSet]) => isSet);
  const words = [...flags.map(([name]) => name), ...(cached > 0 ? [`cached for ${cached} s`] : [])];
  return words.length > 0 ? { behaviour: words.join(', ') } : {};
}

function inputOf({ input }: Route): Declaration {
  if (input === anyFields) return { input: 'any fields' };
  return named('input', Object.entries(input), (schema: TSchema) => {
    return { ...(OptionalKind in schema && { optional: true }), ...termsOf(schema) };
  });
}

function answerOf(route: Route, services: Services): Declaration {
  const isChoice = 'shapes' in route.answer;
  const fields = shapesOf(route, services).map(({ shape, mode }) =>
    named(isChoice ? `answer.${shape.name}.${mode}` : 'answer', Object.entries(shape.fields(mode)), ({ schema }) =>
      termsOf(schema),
    ),
  );
  return Object.assign({ answer: filterName(route) }, ...fields) as Declaration;
}

function failuresOf({ fails }: Route): Declaration {
  const titled = fails.map((one) => ['kind' in one ? one.kind.title : one.title, one] as const);
  return named('failure', titled, ({ code, status }) => `code ${code}, status ${status}`);
}

function named<T>(of: string, entries: readonly (readonly [string, T])[], terms: (value: T) => Terms): Declaration {
  return Object.fromEntries(entries.map(([name, value]) => [`${of}.${name}`, terms(value)]));
}

const publicText = new Set(['description', 'title', 'x-summaries', 'example', 'examples', 'expected']);

/** A copy of a schema without its documentation. */
function termsOf(schema: object): Tree {
  const entries = Object.entries(schema).filter(([key, value]) => !publicText.has(key) && value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, valueOf(value)]));
}

function valueOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueOf);
  return typeof value === 'object' && value !== null ? termsOf(value) : value;
}

/** Terms on one line: `optional, type: string, maxLength: 20`. */
function textOf(terms: Terms | undefined): string {
  if (terms === undefined || typeof terms === 'string') return terms ?? '';
  const { optional, ...schema } = terms;
  return `${optional === true ? 'optional, ' : ''}${schemaText(schema)}`;
}

function schemaText(schema: object): string {
  return (
    Object.entries(schema)
      .map(([key, value]) => `${key}: ${valueText(value)}`)
      .join(', ') || 'anything'
  );
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  return typeof value === 'object' && value !== null ? `{${schemaText(value)}}` : String(value);
}

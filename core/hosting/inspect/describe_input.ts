import { OptionalKind, type TSchema } from '@sinclair/typebox';
import type { Route } from '../../kernel/routes/route.ts';
import { anyFields, rawBody } from '../../kernel/declare/input.ts';
import { mapping } from '../../kernel/declare/operations.ts';

/** A field that an operation accepts, in words. */
export interface InputDescription {
  readonly name: string;
  readonly required: boolean;
  /** What a value has to be. */
  readonly expected: string;
  readonly default?: unknown;
  readonly description?: string;
}

/** What an operation reads of a request. */
export interface InputView {
  /** Where the fields are sent. */
  readonly from: 'query' | 'body';
  /** `fields` are those declared; `any` lets all through; `bytes` takes the body as it came. */
  readonly kind: 'fields' | 'any' | 'bytes';
  readonly fields: readonly InputDescription[];
}

/** Describes what a route reads. */
export function describeInput({ input, operation }: Route): InputView {
  const from = mapping[operation].body ? 'body' : 'query';
  if (input === rawBody) return { from, kind: 'bytes', fields: [] };
  if (input === anyFields) return { from, kind: 'any', fields: [] };
  return { from, kind: 'fields', fields: Object.entries(input).map(([name, schema]) => describeField(name, schema)) };
}

function describeField(name: string, schema: TSchema): InputDescription {
  const { description } = schema;
  const given = schema['default'] as unknown;
  return {
    name,
    // A field with a default may be left out like one that is optional.
    required: schema[OptionalKind as never] === undefined && given === undefined,
    expected: typeof schema['expected'] === 'string' ? schema['expected'] : String(schema['type'] ?? 'any value'),
    ...(given !== undefined && { default: given }),
    ...(description !== undefined && { description }),
  };
}

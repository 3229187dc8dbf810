import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../../kernel/routes/route.ts';
import { anyFields, rawTypes } from '../../kernel/declare/input.ts';
import { httpMapping } from '../../kernel/base/operations.ts';
import { isRequired } from '../openapi/request_schema.ts';

export interface InputDescription {
  readonly name: string;
  readonly required: boolean;
  /** Accepted values in words, else the JSON type, else `any value`. */
  readonly expected: string;
  readonly default?: unknown;
  readonly description?: string;
}

export interface InputView {
  /** Part of the request that carries the fields. */
  readonly from: 'query' | 'body';
  /** `fields`: the declared fields only; `any`: every field; `bytes`: the raw body. */
  readonly kind: 'fields' | 'any' | 'bytes';
  readonly fields: readonly InputDescription[];
}

export function describeInput({ input, operation }: Route): InputView {
  const from = httpMapping[operation].body ? 'body' : 'query';
  if (rawTypes(input)) return { from, kind: 'bytes', fields: [] };
  if (input === anyFields) return { from, kind: 'any', fields: [] };
  return { from, kind: 'fields', fields: Object.entries(input).map(([name, schema]) => describeField(name, schema)) };
}

function describeField(name: string, schema: TSchema): InputDescription {
  const { description } = schema;
  const given = schema['default'] as unknown;
  return {
    name,
    required: isRequired(schema),
    expected: typeof schema['expected'] === 'string' ? schema['expected'] : String(schema['type'] ?? 'any value'),
    ...(given !== undefined && { default: given }),
    ...(description !== undefined && { description }),
  };
}

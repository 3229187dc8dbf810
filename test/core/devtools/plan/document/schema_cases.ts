import type { Tree } from '../../../../../core/devtools/plan/document/tree.ts';

/** Severity of the worst difference; `silent` if there is none. */
export type Severity = 'breaking' | 'may surprise' | 'harmless' | 'silent';

/** A change of a schema, as oasdiff names it, and its severity where it is sent, and where it is answered. */
export type SchemaCase = readonly [rule: string, before: Tree, after: Tree, sent: Severity, answered: Severity];

const part = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Components that the cases refer to. */
export const components: Tree = {
  schemas: {
    Book: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    Film: { type: 'object', properties: { length: { type: 'integer' } }, required: ['length'] },
    Song: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
  },
};

export const schemaCases: readonly SchemaCase[] = [
  ['max-decreased', { maximum: 9 }, { maximum: 5 }, 'breaking', 'harmless'],
  ['max-increased', { maximum: 5 }, { maximum: 9 }, 'harmless', 'breaking'],
  ['max-set', {}, { maximum: 9 }, 'may surprise', 'harmless'],
  ['max-unset', { maximum: 9 }, {}, 'harmless', 'breaking'],
  ['min-increased', { minimum: 1 }, { minimum: 2 }, 'breaking', 'harmless'],
  ['min-decreased', { minimum: 2 }, { minimum: 1 }, 'harmless', 'breaking'],
  ['min-set', {}, { minimum: 1 }, 'may surprise', 'harmless'],
  ['exclusive-min-increased', { exclusiveMinimum: 0 }, { exclusiveMinimum: 1 }, 'breaking', 'harmless'],
  ['max-length-decreased', { maxLength: 9 }, { maxLength: 5 }, 'breaking', 'harmless'],
  ['max-length-increased', { maxLength: 5 }, { maxLength: 9 }, 'harmless', 'breaking'],
  ['max-length-set', {}, { maxLength: 9 }, 'may surprise', 'harmless'],
  ['max-length-unset', { maxLength: 9 }, {}, 'harmless', 'breaking'],
  ['min-length-increased', { minLength: 1 }, { minLength: 2 }, 'breaking', 'harmless'],
  ['min-length-increased from 0', {}, { minLength: 2 }, 'breaking', 'harmless'],
  ['min-length-decreased', { minLength: 2 }, { minLength: 1 }, 'harmless', 'breaking'],
  ['max-items-decreased', { maxItems: 9 }, { maxItems: 5 }, 'breaking', 'harmless'],
  ['max-items-increased', { maxItems: 5 }, { maxItems: 9 }, 'harmless', 'breaking'],
  ['min-items-increased', { minItems: 1 }, { minItems: 2 }, 'breaking', 'harmless'],
  ['min-items-decreased', { minItems: 2 }, { minItems: 1 }, 'harmless', 'breaking'],
  ['min-items-set', {}, { minItems: 1 }, 'may surprise', 'harmless'],
  ['min-items-unset', { minItems: 1 }, {}, 'harmless', 'breaking'],
  ['enum-value-removed', { enum: ['a', 'b'] }, { enum: ['a'] }, 'breaking', 'harmless'],
  ['enum-value-added', { enum: ['a'] }, { enum: ['a', 'b'] }, 'harmless', 'may surprise'],
  ['became-enum', { type: 'string' }, { type: 'string', enum: ['a'] }, 'breaking', 'harmless'],
  ['became-const', { type: 'string' }, { type: 'string', const: 'a' }, 'breaking', 'harmless'],
  ['pattern-added', {}, { pattern: '^a' }, 'may surprise', 'harmless'],
  ['pattern-generalized', { pattern: '^a' }, { pattern: '^.*$' }, 'harmless', 'may surprise'],
  ['type-changed', { type: 'string' }, { type: 'boolean' }, 'breaking', 'breaking'],
  ['type-generalized', { type: 'integer' }, { type: 'number' }, 'harmless', 'breaking'],
  ['type-specialized', { type: 'number' }, { type: 'integer' }, 'breaking', 'harmless'],
  ['type-removed', { type: 'string' }, {}, 'harmless', 'breaking'],
  ['format-added', { type: 'integer' }, { type: 'integer', format: 'int32' }, 'breaking', 'harmless'],
  ['format-removed', { type: 'string', format: 'date' }, { type: 'string' }, 'harmless', 'breaking'],
  ['format-changed', { format: 'uuid' }, { format: 'email' }, 'breaking', 'breaking'],
  ['format-generalized', { format: 'int32' }, { format: 'int64' }, 'harmless', 'breaking'],
  ['format-specialized', { format: 'date-time' }, { format: 'date' }, 'breaking', 'harmless'],
  ['became-nullable', { type: 'string' }, { type: ['string', 'null'] }, 'harmless', 'breaking'],
  ['became-not-nullable', { type: ['string', 'null'] }, { type: 'string' }, 'breaking', 'harmless'],
  ['became-nullable in 3.0', { type: 'string' }, { type: 'string', nullable: true }, 'harmless', 'breaking'],
  ['one-of-added', { oneOf: [part('Book')] }, { oneOf: [part('Book'), part('Film')] }, 'harmless', 'breaking'],
  ['one-of-removed', { oneOf: [part('Book'), part('Film')] }, { oneOf: [part('Book')] }, 'breaking', 'harmless'],
  ['any-of-added', { anyOf: [part('Book')] }, { anyOf: [part('Book'), part('Film')] }, 'harmless', 'may surprise'],
  ['any-of-removed', { anyOf: [part('Book'), part('Film')] }, { anyOf: [part('Book')] }, 'breaking', 'harmless'],
  ['all-of-added', { allOf: [part('Book')] }, { allOf: [part('Book'), part('Song')] }, 'breaking', 'harmless'],
  ['discriminator-added', {}, { discriminator: { propertyName: 'kind' } }, 'harmless', 'harmless'],
  ['description-changed', { description: 'A book.' }, { description: 'One book.' }, 'silent', 'silent'],
];

/** Cases that break or may surprise clients of Lectern, and are harmless or not checked in oasdiff. */
export const stricterCases: readonly SchemaCase[] = [
  // Clients that read the values with a pattern of their own.
  ['pattern-changed', { pattern: '^a' }, { pattern: '^b' }, 'may surprise', 'may surprise'],
  ['pattern-removed', { pattern: '^a' }, {}, 'harmless', 'may surprise'],
  [
    'any-of-pattern-changed',
    { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^a' }] },
    { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^b' }] },
    'may surprise',
    'may surprise',
  ],
  ['enum-removed', { type: 'string', enum: ['a'] }, { type: 'string' }, 'harmless', 'may surprise'],
  // The fields of the part are gone.
  ['all-of-removed', { allOf: [part('Book'), part('Song')] }, { allOf: [part('Book')] }, 'may surprise', 'breaking'],
  [
    'any-of-replaced',
    { anyOf: [part('Book'), part('Film')] },
    { anyOf: [part('Book'), part('Song')] },
    'breaking',
    'breaking',
  ],
];

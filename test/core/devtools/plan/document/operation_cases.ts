import type { Tree } from '../../../../../core/devtools/plan/document/tree.ts';
import type { Severity } from './schema_cases.ts';

/** A change of an operation, as oasdiff names it. */
type OperationCase = readonly [rule: string, before: Tree, after: Tree, severity: Severity];

const json = (schema: Tree): Tree => ({ content: { 'application/json': { schema } } });
const form = (schema: Tree): Tree => ({ content: { 'application/x-www-form-urlencoded': { schema } } });
const answers = (status: string, response: Tree): Tree => ({ responses: { [status]: response } });
const header = (header: Tree): Tree => answers('200', { headers: { 'X-Total': { schema: {}, ...header } } });
const parameter = (more: Tree, schema: Tree = { type: 'string' }): Tree => ({
  parameters: [{ name: 'q', in: 'query', schema, ...more }],
});
const list = (more: Tree): Tree => parameter(more, { type: 'array' });
const object = (field: Tree | undefined, ...required: string[]): Tree => ({
  type: 'object',
  properties: { id: { type: 'string' }, ...(field && { title: field }) },
  required,
});
const takes = (field: Tree | undefined, ...required: string[]) => ({ requestBody: json(object(field, ...required)) });
const returns = (field: Tree | undefined, ...required: string[]) => answers('200', json(object(field, ...required)));

const text = { type: 'string' };
const preset = { type: 'string', default: 'a' };
const readOnly = { type: 'string', readOnly: true };
const writeOnly = { type: 'string', writeOnly: true };
const sunset = (date: string, deprecated = true): Tree => ({ deprecated, 'x-sunset': date });
const [past, soon, later] = ['2020-01-01', '2998-01-01', '2999-01-01'];
const secured = (...names: string[]): Tree => ({ security: names.map((name) => (name ? { [name]: [] } : {})) });

const lifetimes: readonly OperationCase[] = [
  ['api-deprecated', {}, { deprecated: true }, 'harmless'],
  ['api-deprecated-sunset', {}, sunset(later), 'harmless'],
  ['api-sunset-date-too-small', {}, sunset(past), 'breaking'],
  ['api-deprecated-sunset-parse', {}, sunset('soon'), 'breaking'],
  ['api-reactivated', { deprecated: true }, {}, 'harmless'],
  ['api-sunset-deleted', sunset(later), { deprecated: true }, 'breaking'],
  ['api-sunset-date-changed-too-small', sunset(later), sunset(past), 'breaking'],
  ['api-sunset-date-changed to an earlier one', sunset(later), sunset(soon), 'may surprise'],
  ['api-sunset-date-changed to a later one', sunset(soon), sunset(later), 'harmless'],
  ['api-operation-id-changed', { operationId: 'a' }, { operationId: 'b' }, 'harmless'],
  ['api-tag-removed', { tags: ['a'] }, {}, 'harmless'],
  ['api-tag-added', { tags: ['a'] }, { tags: ['a', 'b'] }, 'harmless'],
  ['servers-changed', {}, { servers: [{ url: 'https://files.example.com' }] }, 'harmless'],
];

const parameters: readonly OperationCase[] = [
  ['new-optional-request-parameter', {}, parameter({}), 'harmless'],
  ['new-required-request-parameter', {}, parameter({ required: true }), 'breaking'],
  ['new-required-request-default-parameter', {}, parameter({ required: true }, preset), 'breaking'],
  ['new-optional-request-default-parameter', {}, parameter({}, preset), 'harmless'],
  ['new-required-header-parameter', {}, parameter({ in: 'header', required: true }), 'breaking'],
  ['request-parameter-removed', parameter({}), {}, 'may surprise'],
  ['request-parameter-removed-with-deprecation', parameter({ deprecated: true }), {}, 'harmless'],
  ['request-parameter-removed after its sunset', parameter(sunset(past)), {}, 'harmless'],
  ['request-parameter-removed-before-sunset', parameter(sunset(later)), {}, 'breaking'],
  ['request-parameter-deprecated', parameter({}), parameter({ deprecated: true }), 'harmless'],
  ['request-parameter-reactivated', parameter({ deprecated: true }), parameter({}), 'harmless'],
  ['request-parameter-sunset-deleted', parameter(sunset(later)), parameter({ deprecated: true }), 'breaking'],
  ['request-parameter-became-required', parameter({}), parameter({ required: true }), 'breaking'],
  ['request-parameter-became-optional', parameter({ required: true }), parameter({}), 'harmless'],
  [
    'request-parameter-default-value-changed',
    parameter({}, preset),
    parameter({}, { ...preset, default: 'b' }),
    'breaking',
  ],
  ['request-parameter-default-value-added', parameter({}), parameter({}, preset), 'breaking'],
  ['request-parameter-default-value-removed', parameter({}, preset), parameter({}), 'breaking'],
  [
    'request-parameter-default-value of a required one',
    parameter({ required: true }, preset),
    parameter({ required: true }),
    'harmless',
  ],
  ['request-parameter-type-generalized to text', parameter({}, { type: 'integer' }), parameter({}), 'harmless'],
  ['request-parameter-style-changed', list({}), list({ style: 'pipeDelimited' }), 'breaking'],
  ['request-parameter-style stated', list({}), list({ style: 'form', explode: true }), 'silent'],
  ['request-parameter-explode-changed', list({}), list({ explode: false }), 'breaking'],
  ['request-parameter-explode-changed of one value', parameter({}), parameter({ explode: false }), 'silent'],
  ['request-parameter-became-allow-reserved', parameter({}), parameter({ allowReserved: true }), 'harmless'],
  ['request-parameter-became-not-allow-reserved', parameter({ allowReserved: true }), parameter({}), 'breaking'],
  ['request-parameter-moved', parameter({ in: 'query' }), parameter({ in: 'header' }), 'may surprise'],
  ['request-parameter-of-path-removed', { path: [{ name: 'q', in: 'query' }] }, {}, 'may surprise'],
];

const bodies: readonly OperationCase[] = [
  ['added-optional-request-body', {}, { requestBody: json({}) }, 'harmless'],
  ['added-required-request-body', {}, { requestBody: { ...json({}), required: true } }, 'breaking'],
  [
    'request-body-became-required',
    { requestBody: json({}) },
    { requestBody: { ...json({}), required: true } },
    'breaking',
  ],
  [
    'request-body-became-optional',
    { requestBody: { ...json({}), required: true } },
    { requestBody: json({}) },
    'harmless',
  ],
  [
    'request-body-media-type-added',
    { requestBody: json({}) },
    { requestBody: { content: { ...json({})['content']!, ...form({})['content']! } } },
    'harmless',
  ],
  ['request-body-media-type-removed', { requestBody: json({}) }, { requestBody: form({}) }, 'breaking'],
  [
    'request-body-type-generalized in a form',
    { requestBody: form({ properties: { a: { type: 'integer' } } }) },
    { requestBody: form({ properties: { a: text } }) },
    'harmless',
  ],
  [
    'request-body-type-changed in JSON',
    { requestBody: json({ properties: { a: { type: 'integer' } } }) },
    { requestBody: json({ properties: { a: text } }) },
    'breaking',
  ],
  ['request-property-removed', takes(text), takes(undefined), 'may surprise'],
  ['request-property-removed, a required one', takes(text, 'title'), takes(undefined), 'may surprise'],
  ['new-optional-request-property', takes(undefined), takes(text), 'harmless'],
  ['new-required-request-property', takes(undefined), takes(text, 'title'), 'breaking'],
  ['new-required-request-property-with-default', takes(undefined), takes(preset, 'title'), 'harmless'],
  ['new-required-request-property, read-only', takes(undefined), takes(readOnly, 'title'), 'harmless'],
  ['request-property-became-required', takes(text), takes(text, 'title'), 'breaking'],
  ['request-property-became-required-with-default', takes(preset), takes(preset, 'title'), 'harmless'],
  ['request-property-became-required, read-only', takes(readOnly), takes(readOnly, 'title'), 'harmless'],
  ['request-property-became-optional', takes(text, 'title'), takes(text), 'harmless'],
  ['request-optional-property-became-read-only', takes(text), takes(readOnly), 'harmless'],
  ['request-required-property-became-read-only', takes(text, 'title'), takes(readOnly, 'title'), 'harmless'],
  ['request-property-became-not-read-only', takes(readOnly), takes(text), 'harmless'],
  ['request-property-became-write-only', takes(text), takes(writeOnly), 'harmless'],
  ['request-property-deprecated', takes(text), takes({ ...text, deprecated: true }), 'harmless'],
  [
    'request-property-sunset-deleted',
    takes({ ...text, ...sunset(later) }),
    takes({ ...text, deprecated: true }),
    'breaking',
  ],
  [
    'request-body-media-type-schema-added',
    { requestBody: { content: { 'application/json': {} } } },
    takes(text),
    'breaking',
  ],
  ['request-property-default-value-added', takes(text), takes(preset), 'harmless'],
  ['request-property-x-default-changed', takes({ 'x-default': 'a' }), takes({ 'x-default': 'b' }), 'harmless'],
  [
    'request-read-only-property-enum-value-removed',
    takes({ ...readOnly, enum: ['a', 'b'] }),
    takes({ ...readOnly, enum: ['a'] }),
    'harmless',
  ],
  [
    'request-read-only-property-max-length-decreased',
    takes({ ...readOnly, maxLength: 9 }),
    takes({ ...readOnly, maxLength: 5 }),
    'harmless',
  ],
];

const responses: readonly OperationCase[] = [
  ['response-success-status-removed', answers('200', json({})), answers('404', json({})), 'breaking'],
  ['response-success-status-added', {}, answers('201', json({})), 'harmless'],
  ['response-non-success-status-removed', answers('404', json({})), {}, 'harmless'],
  ['response-non-success-status-added', {}, answers('404', json({})), 'harmless'],
  ['response-media-type-removed', answers('200', json({})), answers('200', form({})), 'breaking'],
  ['response-media-type-added', answers('200', { content: {} }), answers('200', json({})), 'harmless'],
  ['response-required-property-removed', returns(text, 'title'), returns(undefined), 'breaking'],
  ['response-optional-property-removed', returns(text), returns(undefined), 'may surprise'],
  ['response-required-write-only-property-removed', returns(writeOnly, 'title'), returns(undefined), 'harmless'],
  ['response-optional-write-only-property-removed', returns(writeOnly), returns(undefined), 'harmless'],
  ['response-required-property-added', returns(undefined), returns(text, 'title'), 'harmless'],
  ['response-optional-property-added', returns(undefined), returns(text), 'harmless'],
  ['response-property-became-optional', returns(text, 'title'), returns(text), 'breaking'],
  ['response-write-only-property-became-optional', returns(writeOnly, 'title'), returns(writeOnly), 'harmless'],
  ['response-property-became-required', returns(text), returns(text, 'title'), 'harmless'],
  [
    'response-required-property-became-not-write-only',
    returns(writeOnly, 'title'),
    returns(text, 'title'),
    'may surprise',
  ],
  ['response-optional-property-became-not-write-only', returns(writeOnly), returns(text), 'harmless'],
  ['response-optional-property-became-write-only', returns(text), returns(writeOnly), 'harmless'],
  ['response-required-property-became-write-only', returns(text, 'title'), returns(writeOnly, 'title'), 'harmless'],
  ['response-property-became-read-only', returns(text), returns(readOnly), 'harmless'],
  ['response-property-reactivated', returns({ ...text, deprecated: true }), returns(text), 'harmless'],
  [
    'response-write-only-property-enum-value-added',
    returns({ ...writeOnly, enum: ['a'] }),
    returns({ ...writeOnly, enum: ['a', 'b'] }),
    'harmless',
  ],
  ['response-property-default-value-changed', returns(text), returns(preset), 'harmless'],
  ['required-response-header-removed', header({ required: true }), answers('200', {}), 'breaking'],
  ['optional-response-header-removed', header({}), answers('200', {}), 'may surprise'],
  ['response-header-became-optional', header({ required: true }), header({}), 'breaking'],
  ['response-header-added', answers('200', {}), header({}), 'harmless'],
];

/** As in oasdiff 1.30; `api-security-became-required` breaks clients without a credential, and is harmless there. */
const security: readonly OperationCase[] = [
  ['api-security-added', secured('', 'Token'), secured('', 'Token', 'Basic'), 'harmless'],
  ['api-security-removed', secured('Token', 'Basic'), secured('Token'), 'breaking'],
  ['api-security-removed of an optional credential', secured('', 'Token', 'Basic'), secured('', 'Token'), 'breaking'],
  ['api-security-removed for an open operation', secured('Token', 'Basic'), { security: [] }, 'harmless'],
  ['api-security-became-required', secured('', 'Token'), secured('Token'), 'breaking'],
  ['api-security-became-optional', secured('Token'), secured('', 'Token'), 'harmless'],
  ['api-security-scope-added', { security: [{ Token: [] }] }, { security: [{ Token: ['write'] }] }, 'breaking'],
  ['api-security-scope-removed', { security: [{ Token: ['write'] }] }, { security: [{ Token: [] }] }, 'harmless'],
  ['api-permission-added', {}, { 'x-permission': 'admin' }, 'breaking'],
];

export const operationCases = [...lifetimes, ...parameters, ...bodies, ...responses, ...security];

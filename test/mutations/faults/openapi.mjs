// The OpenAPI document, its pages, and compression.

/** @type {readonly import('../planted.mjs').Fault[]} */
export const openapi = [
  {
    id: 'compression-of-secrets',
    file: 'core/hosting/api/compression.ts',
    find: "return caching !== -1 && !/\\bno-store\\b/i.test(context.headers[caching + 1] ?? '');",
    put: 'return caching !== -1;',
    says: 'answers with a secret are compressed, and their length reveals the secret',
    part: ['core/hosting/api', 'core/kernel/extensions'],
  },
  {
    id: 'compression-of-basic',
    file: 'core/hosting/api/compression.ts',
    find: "if (cookie !== undefined || /^basic\\b/i.test(authorization ?? '')) return false;",
    put: 'if (cookie !== undefined) return false;',
    says: 'answers to credentials that a browser sends automatically are compressed',
    part: ['core/hosting/api', 'core/kernel/extensions'],
  },
  {
    id: 'compression-one-tag',
    file: 'core/hosting/api/stored_answer.ts',
    find: '`"${this.#digest}${coding === undefined ? \'\' : `-${coding}`}"`',
    put: '`"${this.#digest}"`',
    says: 'the compressed and plain forms of a stored answer share an ETag',
    part: ['core/hosting/api', 'core/kernel/extensions'],
  },
  {
    id: 'openapi-version-ignored',
    file: 'core/hosting/openapi/answer_schema.ts',
    find: 'if (form) {',
    put: 'if (form && !form) {',
    says: 'the OpenAPI document of version 1 has the lists of version 2',
    part: 'core/hosting/openapi',
  },
  {
    id: 'openapi-known-values-dropped',
    file: 'core/hosting/openapi/input_schema.ts',
    find: '...(known !== undefined && { enum: (known as KnownWords)(context.services) }),',
    put: '',
    says: 'the OpenAPI document does not list kinds of goods, gateways and sections',
    part: 'core/hosting/openapi',
  },
  {
    id: 'openapi-body-default',
    file: 'core/hosting/openapi/input_schema.ts',
    find: "if (place === 'query') return { default: preset };",
    put: 'if (place) return { default: preset };',
    says: 'openapi-typescript requires clients to send body fields that have a default',
    part: 'core/hosting/openapi/document',
  },
  {
    id: 'openapi-fields-also-in-query',
    file: 'core/hosting/openapi/operation.ts',
    find: "const inQuery = httpMapping[operation].body ? alsoInQuery(input) : '';",
    put: "const inQuery = '';",
    says: 'the OpenAPI document does not say which body fields the query may have',
    part: 'core/hosting/openapi/document',
  },
];

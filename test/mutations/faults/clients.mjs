// The OpenAPI document, plans, the generated client, the reference page.

const plan = 'core/devtools/plan';
const openapi = 'core/hosting/openapi';

/** @type {readonly import('../planted.mjs').Fault[]} */
export const clients = [
  {
    id: 'document-schemas-of-one-name',
    file: `${openapi}/components.ts`,
    find: 'return !Object.hasOwn(parts, name) || isDeepStrictEqual(parts[name], part);',
    put: 'return true;',
    says: 'two different shapes of one name are one schema of the OpenAPI document',
    part: `${openapi}/document`,
  },
  {
    id: 'document-operation-ids-twice',
    file: `${openapi}/document.ts`,
    find: 'return time === 1 ? name : `${name}_${time}`;',
    put: 'return name;',
    says: 'two operations of the OpenAPI document have one id',
    part: `${openapi}/document`,
  },
  {
    id: 'document-promises-no-header',
    file: `${openapi}/headers.ts`,
    find: '  required: true,\n',
    put: '',
    says: 'the OpenAPI document promises no header, so a missing one is no fault',
    part: `${openapi}/document`,
  },
  {
    id: 'plan-wider-answers',
    file: `${plan}/severity.ts`,
    find: "if (direction === 'answered') return isNarrower ? 'harmless' : 'breaking';",
    put: "if (direction === 'answered') return 'harmless';",
    says: 'a wider bound of an answer breaks no client',
    part: plan,
  },
  {
    id: 'plan-required-inputs',
    file: `${plan}/severity.ts`,
    find: "if (before === undefined) return isRequired ? 'breaking' : 'harmless';",
    put: "if (before === undefined) return 'harmless';",
    says: 'a new required parameter breaks no client',
    part: plan,
  },
  {
    id: 'plan-closed-bodies',
    file: `${plan}/severity.ts`,
    find: "return (direction === 'sent' ? now : before) === undefined ? 'harmless' : 'breaking';",
    put: "return 'harmless';",
    says: 'a request that refuses unknown fields breaks no client',
    part: plan,
  },
  {
    id: 'client-writes-without-key',
    file: 'core/devtools/client/fetch_client.ts',
    find: 'isKeyed ? withKey(given) : given',
    put: 'given',
    says: 'the generated client repeats a write without an Idempotency-Key',
    part: 'core/devtools/client/fetch_client',
    ring: 'system',
  },
  {
    id: 'client-errors-without-codes',
    file: 'core/devtools/client/write_client.ts',
    find: 'await generate(withCodes(document) as never, { alphabetize: true })',
    put: 'await generate(document as never, { alphabetize: true })',
    says: 'errors of the generated client are no union by code',
    part: 'core/devtools/client/fetch_client',
    ring: 'system',
  },
  {
    id: 'reference-demo-account',
    file: `${openapi}/reference/reference_sign_in.ts`,
    find: "isPrefilled ? ' data-prefilled' : ''",
    put: "' data-prefilled'",
    says: 'the reference page offers a demo account in production',
    part: `${openapi}/pages`,
  },
  {
    id: 'reference-token-stays-valid',
    file: `${openapi}/reference/reference_sign_in.ts`,
    find: "    void fetch(base + '/api/tokens/current', { method: 'DELETE', headers: { 'X-Auth-Token': tokenOf() } }).catch(() => undefined);\n",
    put: '',
    says: 'signing out of the reference page leaves the token valid',
    part: `${openapi}/reference/reference_page`,
    ring: 'system',
  },
];

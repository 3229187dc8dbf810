import { naturalCalls, type NaturalCall } from './natural_calls.ts';

/** How a generated client is called. */
export interface Style {
  /** Imports, and the function `connectTo(baseUrl)(token)`. */
  readonly head: string;
  readonly call: (call: NaturalCall) => string;
  /** Whether the result of a call failed. */
  readonly failed: (result: string, call: NaturalCall) => string;
  /** Body of a failed result. */
  readonly problem: (result: string) => string;
  readonly code: (result: string) => string;
}

/** Options of a call; some clients call the headers otherwise. */
function optionsOf({ path, query, header, body }: NaturalCall, headers: string, nested = false): string {
  const parameters = Object.entries({ path, query, [headers]: header });
  const written = (entries: [string, string | undefined][]) =>
    entries.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const given = nested && parameters.some(([, value]) => value !== undefined);
  const sent = written([['body', body]]);
  const all = given ? [`params: { ${written(parameters).join(', ')} }`, ...sent] : [...written(parameters), ...sent];
  return all.join(', ');
}

const split = ({ operation }: NaturalCall) => operation.split(' ') as [string, string];

export const ofLectern: Style = {
  head: `import { connect as open } from './client.ts';
const connectTo = (baseUrl: string) => (token?: string) => open({ baseUrl, ...(token !== undefined && { headers: { 'X-Auth-Token': token } }) });`,
  call: (one) => {
    const [method, path] = split(one);
    return `${one.by}.${method.toLowerCase()}('${path}'${optionsOf(one, 'header') && `, { ${optionsOf(one, 'header')} }`})`;
  },
  failed: (result) => `!${result}.ok`,
  problem: (result) => `${result}.error`,
  code: (result) => `${result}.error.code`,
};

export const ofOpenapiFetch: Style = {
  head: `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';
const connectTo = (baseUrl: string) => (token?: string) => createClient<paths>({ baseUrl, ...(token !== undefined && { headers: { 'X-Auth-Token': token } }) });`,
  call: (one) => {
    const [method, path] = split(one);
    const options = optionsOf(one, 'header', true);
    return `${one.by}.${method}('${path}'${options && `, { ${options} }`})`;
  },
  failed: (result) => `${result}.data === undefined`,
  problem: (result) => `${result}.error`,
  code: (result) => `${result}.error.error.code`,
};

const camel = (id: string) => id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** @param idOf the operation id of a method and path */
export function ofHeyApi(idOf: (operation: string) => string): Style {
  return {
    head: `import * as sdk from './hey/sdk.gen';
import { createClient } from './hey/client';
const connectTo = (baseUrl: string) => (token?: string) => createClient({ baseUrl, ...(token !== undefined && { headers: { 'X-Auth-Token': token } }) });`,
    call: (one) =>
      `sdk.${camel(idOf(one.operation))}({ ${['client: ' + one.by, optionsOf(one, 'headers')].filter(Boolean).join(', ')} })`,
    failed: (result) => `${result}.data === undefined`,
    problem: (result) => `${result}.error`,
    code: (result) => `${result}.error.error.code`,
  };
}

/** An operation of the document, as far as a function of orval depends on it. */
export interface OrvalOperation {
  readonly id: string;
  /** Kinds of parameters that the operation has. */
  readonly parameters: ReadonlySet<string>;
  readonly hasBody: boolean;
  /** Status codes of the declared answers. */
  readonly statuses: readonly string[];
}

/**
 * The functions of orval take their arguments by position. Which of them exist depends on the operation.
 * @param operationOf the operation of a method and path
 */
export function ofOrval(operationOf: (operation: string) => OrvalOperation): Style {
  return {
    head: `import * as sdk from './orval_client';
const connectTo = (_baseUrl: string) => (token?: string): RequestInit => token === undefined ? {} : { headers: { 'X-Auth-Token': token } };`,
    call: ({ by, operation, path, query, header, body }) => {
      const { id, parameters, hasBody } = operationOf(operation);
      const possible = [
        [parameters.has('path'), path],
        [hasBody, body],
        [parameters.has('query'), query],
        [parameters.has('header'), header],
      ] as const;
      const given = possible.flatMap(([exists, value]) => (exists ? [value ?? 'undefined'] : []));
      return `sdk.${camel(id)}(${[...given, by].join(', ')})`;
    },
    // The types of orval have no common failure: a script compares the status with each that is none, or with success.
    failed: (result, { operation, refused }) =>
      operationOf(operation)
        .statuses.filter((status) => (refused === undefined ? /^2/ : /^[23]/).test(status))
        .map((status) => `${result}.status !== ${status}`)
        .join(' && '),
    problem: (result) => `${result}.data`,
    code: (result) => `${result}.data.error.code`,
  };
}

/** Writes the visit for a client: a function that makes all calls, and returns what the answers say. */
export function scriptFor({ head, call, failed, problem, code }: Style): string {
  const lines = naturalCalls.map((one, index) => {
    const made = `made${index}`;
    const because = `throw new Error(\`${one.operation}: \${JSON.stringify(${problem(made)})}\`)`;
    if (one.refused !== undefined)
      return `  const ${made} = await ${call(one)};
  if (!(${failed(made, one)})) throw new Error('${one.operation} was not refused');
  const code${index}: number | null = ${code(made)};
  said.push(code${index});`;
    return `  const ${made} = await ${call(one)};
  if (${failed(made, one)}) ${because};
${one.result === undefined ? '' : `  const ${one.result} = ${made}.data;\n`}  ${one.then ?? ''}`;
  });
  return `${head}

export async function visit(baseUrl: string): Promise<unknown[]> {
  const said: unknown[] = [];
  const connect = connectTo(baseUrl);
  const guest = connect();
${lines.join('\n')}
  return said;
}
`;
}

import { naturalCalls, type NaturalCall } from './natural_calls.ts';

/** How a generated client is called. */
export interface Style {
  /** Imports, and the function `connectTo(baseUrl)(token)`. */
  readonly head: string;
  readonly call: (call: NaturalCall) => string;
  /** Whether a result failed, and where its error code is. */
  readonly failed: (result: string) => string;
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
  code: (result) => `${result}.error.error.code`,
};

/** @param idOf the operation id of a method and path */
export function ofHeyApi(idOf: (operation: string) => string): Style {
  const camel = (id: string) => id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    head: `import * as sdk from './hey/sdk.gen';
import { createClient } from './hey/client';
const connectTo = (baseUrl: string) => (token?: string) => createClient({ baseUrl, ...(token !== undefined && { headers: { 'X-Auth-Token': token } }) });`,
    call: (one) =>
      `sdk.${camel(idOf(one.operation))}({ ${['client: ' + one.by, optionsOf(one, 'headers')].filter(Boolean).join(', ')} })`,
    failed: (result) => `${result}.data === undefined`,
    code: (result) => `${result}.error.error.code`,
  };
}

/** Writes the visit for a client: a function that makes all calls, and returns what the answers say. */
export function scriptFor({ head, call, failed, code }: Style): string {
  const lines = naturalCalls.map((one, index) => {
    const made = `made${index}`;
    const because = `throw new Error(\`${one.operation}: \${JSON.stringify(${made}.error)}\`)`;
    if (one.refused !== undefined)
      return `  const ${made} = await ${call(one)};
  if (!(${failed(made)})) throw new Error('${one.operation} was not refused');
  const code${index}: number | null = ${code(made)};
  said.push(code${index});`;
    return `  const ${made} = await ${call(one)};
  if (${failed(made)}) ${because};
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

import { runInNewContext } from 'node:vm';

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** A request of a Postman collection, as far as the runner reads it. */
export interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly header: readonly Pair[];
    readonly auth?: { readonly basic: readonly Pair[] };
    readonly body?: { readonly mode: string; readonly raw?: string };
  };
  readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[];
}

/** A Postman collection. */
export interface PostmanCollection {
  readonly info: { readonly schema: string };
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
  readonly variable: readonly Pair[];
}

/** Sends all requests of a collection in order and runs their tests. @returns the failed tests */
export async function runCollection(collection: PostmanCollection, baseUrl: string): Promise<string[]> {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set('baseUrl', baseUrl);
  const failed: string[] = [];
  for (const item of collection.item.flatMap((folder) => folder.item)) failed.push(...(await runItem(item, variables)));
  return failed;
}

async function runItem({ name, request, event }: Item, variables: Map<string, string>): Promise<string[]> {
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => variables.get(key) ?? whole);
  const { method, url, header, body, auth } = request;
  const basic = auth?.basic.map(({ value }) => filled(value)).join(':');
  const response = await fetch(filled(url.raw), {
    method,
    headers: {
      ...Object.fromEntries(header.map(({ key, value }) => [key, filled(value)])),
      ...(basic !== undefined && { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
      ...(body?.mode === 'raw' && { 'Content-Type': body.raw === '' ? 'text/plain' : 'application/json' }),
    },
    ...(body && { body: body.mode === 'formdata' ? new FormData() : filled(body.raw ?? '') }),
  });
  const text = await response.text();
  const failed: string[] = [];
  const pm = {
    response: { code: response.status, json: () => JSON.parse(text) as unknown },
    collectionVariables: { set: (key: string, value: unknown) => variables.set(key, String(value)) },
    expect: (given: unknown) => ({
      to: {
        equal: (expected: unknown) => {
          if (given !== expected) throw new Error(`${String(given)} instead of ${String(expected)}`);
        },
      },
    }),
    test: (about: string, check: () => void) => {
      try {
        check();
      } catch (error) {
        failed.push(
          `${method} ${filled(url.raw)} (${name}) ${about}: ${(error as Error).message} ${text.slice(0, 200)}`,
        );
      }
    },
  };
  for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm });
  return failed;
}

import { manifest, type Files } from '../../../support/installation.ts';

/** What the operations below do, by name; tests change it. */
export interface Behaviour {
  /** How often an operation has run. */
  runs: number;
  /** Failures of the kernel and of these modules, by name. */
  kinds: Readonly<Record<string, () => Error>>;
  run: (call: { request: { response: import('node:http').ServerResponse } }) => unknown;
}

export const behaviour: Behaviour = { runs: 0, kinds: {}, run: () => 'well' };
Object.assign(globalThis, { behaviour });

interface Gate {
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A promise with its functions, for an operation that waits until a test settles it. */
export function gate(): Gate {
  let resolve!: (value: unknown) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

/**
 * A new gate in each test of a `describe` block.
 * @param late what the promise resolves with after the test, because waiting operations delay the stop of the server
 */
export function gateOfEachTest(late: unknown): Gate {
  let current: Gate;
  beforeEach(() => {
    current = gate();
  });
  afterEach(() => current.resolve(late));
  return {
    get promise() {
      return current.promise;
    },
    resolve: (value) => current.resolve(value),
    reject: (error) => current.reject(error),
  };
}

const resource = (address: string) => `
  import { defineFailures, defineResource, input, raw, standardFailures } from 'lectern';
  globalThis.behaviour.kinds = { ...standardFailures, ...defineFailures({ spent: [2001, 500, 'Spent.'] }) };
  const run = (_services, call) => { globalThis.behaviour.runs++; return globalThis.behaviour.run(call); };
  const one = { open: true, returns: [raw], run };
  export default defineResource('${address}', {
    search: { ...one, accepts: { n: input.optional(input.integer()) } },
    add: { ...one, accepts: { n: input.optional(input.integer()) } },
    remove: { open: true, returns: [raw], run: () => 'untouched' },
  });`;

/** A plugin, custom and a core module whose operations do what `behaviour` says, and a plugin without faults. */
export const flaky: Files = {
  'plugins/flaky/module.json': manifest('flaky'),
  'plugins/flaky/resources/items.js': resource('/plugins/flaky/items'),
  'plugins/calm/module.json': manifest('calm'),
  'plugins/calm/resources/items.js': `
    import { defineResource, raw } from 'lectern';
    export default defineResource('/plugins/calm/items', { search: { open: true, returns: [raw], run: () => 'calm' } });`,
  'core/ground/module.json': manifest('ground'),
  'core/ground/resources/grounds.js': resource('/grounds'),
  'custom/module.json': manifest('custom'),
  'custom/resources/own.js': resource('/own'),
};

const TIMEOUT_MS = 50_000;

/** Calls `look` until it finds something, and returns that. @throws Error after the time limit */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  for (const end = Date.now() + timeoutMs; ;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`What was waited for did not happen: ${String(look)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

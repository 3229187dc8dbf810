import { stackOf } from '../../telemetry/log/error_stack.ts';

/** Returns the error for a request that code must not send; undefined for others. @param line its line of the stack */
export type HostRefusal = (host: string, line: string) => Error | undefined;

const refusals = new Set<HostRefusal>();
let original: typeof fetch | undefined;

/** Calls `refusal` before each request of `fetch` and of `askServer`. @returns a function that removes `refusal` */
export function guardFetch(refusal: HostRefusal): () => void {
  refusals.add(refusal);
  // Replaced once for the process: a later change would count as one of the plugin that is being loaded.
  if (!original) {
    original = globalThis.fetch;
    globalThis.fetch = guardedFetch;
  }
  return () => refusals.delete(refusal);
}

async function guardedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  mustNameHost(input instanceof Request ? input.url : String(input), guardedFetch);
  return (original as typeof fetch)(input, init);
}

/**
 * Refuses a request of a plugin to a host that its `uses` does not name.
 * @param entry function that the plugin calls; the innermost line below it in the stack decides
 * @throws ModuleFault
 */
export function mustNameHost(address: string, entry: (...given: never[]) => unknown): void {
  if (refusals.size === 0 || !URL.canParse(address)) return;
  const error = new Error();
  Error.captureStackTrace(error, entry);
  const lines = stackOf(error).split('\n').slice(1);
  const line = lines.find((one) => !/\bnode:|\((?:<anonymous>|native)\)$/.test(one));
  const { hostname } = new URL(address);
  if (line === undefined || hostname === '') return;
  for (const refusal of refusals) {
    const refused = refusal(hostname, line);
    if (refused) throw refused;
  }
}

import type { Config } from '../../kernel/declare/config_schema.ts';

// For background work and the connections, after the last request.
const REST_MS = 3_000;

/** Milliseconds within which a process that was told to end has ended. */
export function endLimit({ http: { lameDuckMs, drainTimeout } }: Pick<Config, 'http'>): number {
  return lameDuckMs + drainTimeout + REST_MS;
}

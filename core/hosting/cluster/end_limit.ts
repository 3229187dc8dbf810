import type { Config } from '../../kernel/base/config_schema.ts';

// Milliseconds for background work and open connections after the last request.
const REST_MS = 3_000;

/** Milliseconds within which a process has to end, counted from the signal or message that ends it. */
export function endLimit({ http: { lameDuckMs, drainTimeout } }: Pick<Config, 'http'>): number {
  return lameDuckMs + drainTimeout + REST_MS;
}

import { loadConfig } from '../hosting/internals.ts';
import type { BootOptions } from '../cli/index.ts';

/** URL of the server on this machine, with the configured host and port; a loopback address for any-address hosts. */
export function configuredUrl({ root, env }: BootOptions): string {
  const { host: configured, port } = loadConfig({ root, env, overrides: {} }).config.http;
  const host = configured === '0.0.0.0' || configured === '::' ? '127.0.0.1' : configured;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

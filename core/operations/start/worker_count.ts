import { availableParallelism } from 'node:os';
import { loadConfig } from '../../hosting/internals.ts';

/** Number of serving processes. @param config settings merged over the configuration */
export function workerCount(root: string, config: object): number {
  const { workers } = loadConfig({ root, env: process.env, overrides: config }).config;
  return (workers === 'auto' ? 0 : Number(workers)) || availableParallelism();
}

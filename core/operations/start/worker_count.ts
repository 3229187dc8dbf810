import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { loadConfig } from 'lectern/host';

/** Checks the option `--workers`. @throws InvalidArgumentError for text other than a number or `auto` */
export function readWorkers(text: string): string {
  if (/^(auto|\d+)$/.test(text)) return text;
  throw new InvalidArgumentError('Write a number, or auto for one per CPU.');
}

/** Number of serving processes. @param config settings merged over the configuration */
export function workerCount(root: string, config: object): number {
  const { workers } = loadConfig({ root, env: process.env, overrides: config }).config;
  return (workers === 'auto' ? 0 : Number(workers)) || availableParallelism();
}

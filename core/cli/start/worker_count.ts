import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { loadConfig } from 'lectern/host';

/** The option `--workers` as it was written. @throws InvalidArgumentError when it is no number */
export function readWorkers(text: string): string {
  if (/^(auto|\d+)$/.test(text)) return text;
  throw new InvalidArgumentError('Write a number, or auto for one per CPU.');
}

/** How many processes are to serve. @param config laid over the configuration */
export function workerCount(root: string, config: object): number {
  const { workers } = loadConfig({ root, env: process.env, overrides: config }).config;
  return (workers === 'auto' ? 0 : Number(workers)) || availableParallelism();
}

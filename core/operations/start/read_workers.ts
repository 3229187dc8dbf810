import { InvalidArgumentError } from 'commander';

/** Checks the option `--workers`. @throws InvalidArgumentError for text other than a number or `auto` */
export function readWorkers(text: string): string {
  if (/^(auto|\d+)$/.test(text)) return text;
  throw new InvalidArgumentError('Write a number, or auto for one per CPU.');
}

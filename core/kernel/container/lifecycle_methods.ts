import type { Lifecycle } from '../declare/services.ts';
import { servicesFault } from './blame.ts';
import type { Contributor } from './contributions.ts';

/** Rejects methods with the name of a lifecycle method and other parameters: the kernel would call them. */
export function refuseOtherMeaning(service: Lifecycle, { name, module }: Contributor): void {
  for (const method of Object.keys(lives) as (keyof typeof lives)[]) {
    // The method is read, not called: only its number of parameters matters.
    const own = (service as Readonly<Record<string, unknown>>)[method];
    if (typeof own !== 'function' || own.length === 0) continue;
    const problem = `${method}() of the service "${name}" takes parameters, but the kernel calls it to ${lives[method]}; give it another name.`;
    throw servicesFault(module, problem);
  }
}

const lives = {
  start: 'start the service',
  ready: 'start work that needs other modules',
  check: 'check the health of the service',
  operatorRemarks: 'ask for remarks',
  retire: 'announce the shutdown',
  stop: 'stop the service',
} as const satisfies Record<keyof Lifecycle, string>;

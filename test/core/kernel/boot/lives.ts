import type { Files } from '../../../support/installation.ts';
import { giving } from './support.ts';

/** A module whose service records its start, checks and stop; `change` replaces methods. */
export function living(path: string, change = '', more: object = {}): Files {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return giving(
    path,
    `${name}Life: asFunction(() => {
        const log = (what) => () => { globalThis.lives.push(what + ' ${name}'); };
        return { start: log('start'), check: log('check'), stop: log('stop'), ${change} };
      })`,
    more,
  );
}

/** What the services of `living` have recorded in the present test. */
export const lives = () => (globalThis as unknown as { lives: string[] }).lives;

/** Begins a new record before each test of the suite. */
export function recordLives(): void {
  beforeEach(() => {
    Object.assign(globalThis, { lives: [] });
  });
}

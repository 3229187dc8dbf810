import { use } from 'lectern';
import type { Caller } from 'lectern';

/** Permissions of a caller, by which the console decides what it shows. */
export class ConsolePermissions {
  readonly #roles = use('roles');

  /** Codes of the permissions that a caller has, sorted. */
  of({ permissions }: Caller): string[] {
    return this.#roles.codes.filter((code) => permissions.has(code)).sort();
  }

  /** Whether a caller has any permission of the console. */
  isForConsole(caller: Caller): boolean {
    return this.of(caller).some((code) => code.startsWith('console_'));
  }
}

import type { Kernel } from 'lectern/host';
import type supertest from 'supertest';
import type { Files, Installation } from '../../../support/installation.ts';
import { opening } from '../../kernel/boot/support.ts';

const TIMEOUT_MS = 50_000;

/** A running installation whose plugins can be reloaded. */
export interface LivePlace {
  readonly kernel: Kernel;
  readonly api: ReturnType<typeof supertest>;
  readonly place: Installation;
  /** Writes files and reloads the modules. @returns the problem, if there is one */
  readonly edit: (files: Files, ...modules: string[]) => Promise<string | undefined>;
}

export async function live(place: Installation, options: object = {}): Promise<LivePlace> {
  const { kernel, api } = await place.serve({ live: true, ...options });
  const edit = async (files: Files, ...modules: string[]) => {
    place.write(files);
    const { problem } = await kernel.reload(modules);
    return problem?.message;
  };
  return { kernel, api, place, edit };
}

/** A resource that answers the result of `tell()` of a service. */
export function telling(service: string, address: string): string {
  return `${opening}
  export default defineResource('${address}', { uses: ['${service}'],
    search: { open: true, returns: [greeting, 'public'], run: async (services) => ({ text: String(await services.${service}.tell()) }) },
  });`;
}

/** Waits until something holds. @throws Error when it does not within some seconds */
export async function until(holds: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${typeof what === 'string' ? what : what()} did not come true.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

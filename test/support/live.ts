import type { Kernel, KernelOptions } from 'lectern/host';
import type { Requests } from '../../core/testing/requests.ts';
import { opening } from '../core/kernel/boot/support.ts';
import type { Files, Installation } from './installation.ts';

const TIMEOUT_MS = 50_000;

/** A running installation whose kernel is replaced after edits, as by `lectern dev`. */
export interface LivePlace {
  /** The kernel that serves. */
  readonly kernel: Kernel;
  readonly api: Requests;
  readonly place: Installation;
  /** Writes files and starts a kernel that replaces the present one. @returns the problem that prevents it, if any */
  readonly edit: (files: Files) => Promise<string | undefined>;
}

export async function live(place: Installation, options: Partial<KernelOptions> = {}): Promise<LivePlace> {
  const { kernel, api } = await place.serve({ live: true, ...options });
  const running = { kernel, api, place, edit };
  async function edit(files: Files): Promise<string | undefined> {
    place.write(files);
    let next: Kernel | undefined;
    try {
      next = await place.boot({ live: true, replaces: running.kernel, ...options });
      await next.listen();
      running.kernel = next;
      return undefined;
    } catch (error) {
      await next?.stop();
      return (error as Error).message;
    }
  }
  return running;
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

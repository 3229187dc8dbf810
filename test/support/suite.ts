import { after, before } from 'mocha';
import type { Kernel, KernelOptions } from 'lectern/host';
import type { Requests } from '../../core/testing/requests.ts';
import { Installation, type Files } from './installation.ts';
import { startPlatform, type Platform } from './platform.ts';

/** An object with the members of the one that `current` returns when they are used; functions are bound to it. */
export function stoodInFor<T extends object>(current: () => T): T {
  const member = (_: T, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(current(), name);
    return typeof value === 'function' ? (value.bind(current()) as unknown) : value;
  };
  return new Proxy({} as T, { get: member });
}

/** A platform for the tests of the suite that calls this: `startPlatform` before them, `stop` after them. */
export function platformOfSuite(config?: object, modules?: string[]): Platform {
  let started: Platform | undefined;
  before(async () => {
    started = await startPlatform(config, modules);
  });
  after(() => started?.stop());
  return stoodInFor(() => started as Platform);
}

/** An installation, or one with these files, whose kernel is served for the tests of the suite that calls this. */
export function servedInSuite(
  place: Files | Installation = {},
  options: Partial<KernelOptions> = {},
): { readonly installation: Installation; readonly kernel: Kernel; readonly api: Requests } {
  const installation = place instanceof Installation ? place : new Installation(place);
  let served: { readonly kernel: Kernel; readonly api: Requests };
  before(async () => {
    served = await installation.serve(options);
  });
  after(() => installation.clear());
  return { installation, kernel: stoodInFor(() => served.kernel), api: stoodInFor(() => served.api) };
}

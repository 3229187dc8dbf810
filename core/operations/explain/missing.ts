import { buildRouter, canonOf, accessName, nearest, failedPluginFinder } from '../../hosting/internals.ts';
import type { Kernel, MountRecord, Route } from '../../hosting/internals.ts';
import type { CommandLineRequest } from '../../cli/index.ts';

/** Reason why no route serves a request. */
export interface Missing {
  readonly found: false;
  readonly request: CommandLineRequest;
  readonly reason:
    | 'no such address'
    | 'other method'
    | 'answered by the kernel'
    | 'set aside'
    | 'disabled'
    | 'middleware';
  /** Status of the answer; undefined if middleware decides. */
  readonly status: number | undefined;
  readonly message: string;
  /** Methods that the address allows, in the form of the header `Allow`. */
  readonly allow?: string;
  /** Module to which the address belongs, mostly a plugin. */
  readonly plugin?: string;
  /** Addresses with the most similar spelling, if the reason is `no such address`. */
  readonly nearest: readonly string[];
}

interface Here {
  readonly allow: string;
}

/** Explains why no route serves a request. Suggests similar addresses for an address that does not exist. */
export function explainMissing(kernel: Kernel, request: CommandLineRequest, place: Here | undefined): Missing {
  const shared = { found: false, request, nearest: [] } as const;
  const disabled = disabledRoute(kernel, request);
  if (disabled) return { ...shared, ...(place && { allow: place.allow }), ...switchedOff(disabled, place) };
  if (place) return { ...shared, allow: place.allow, ...otherMethod(request, place) };
  const mount = kernel.mounts.find(({ address }) => isAtOrBelow(request.path, address));
  if (mount) return { ...shared, ...mounted(mount) };
  const failed = failedPluginFinder(kernel.failedPlugins)(request.path);
  if (failed !== undefined) return { ...shared, ...ofFailed(kernel, failed) };
  return { ...shared, ...unknown(kernel, request) };
}

function disabledRoute({ disabled }: Kernel, { method, path }: CommandLineRequest): Route | undefined {
  return buildRouter(disabled.routes, (route) => route)
    .find(path)
    ?.place.entries.get(method);
}

function switchedOff({ methods: [method = ''], address }: Route, place: Here | undefined) {
  const message = `The configuration disables this route; remove routes["${method} ${address}"].disabled to enable it.`;
  return { reason: 'disabled', status: place ? 405 : 404, message } as const;
}

function otherMethod({ method }: CommandLineRequest, { allow }: Here) {
  if (method === 'OPTIONS') {
    const message = `The kernel answers this request itself, with Allow: ${allow}.`;
    return { reason: 'answered by the kernel', status: 204, message } as const;
  }
  const message = `The address exists, but not for ${method}; it accepts ${allow}.`;
  return { reason: 'other method', status: 405, message } as const;
}

function isAtOrBelow(path: string, address: string): boolean {
  return `${canonOf(path.replace(/^\/api/, ''))}/`.startsWith(`${canonOf(address)}/`);
}

function mounted({ address, module, file, access }: MountRecord) {
  const message = `Middleware of the module "${module}" (${file}), mounted at /api${address}, answers this request; access: ${accessName(access)}.`;
  return { reason: 'middleware', status: undefined, plugin: module, message } as const;
}

function ofFailed(kernel: Kernel, plugin: string) {
  const { reason = '' } = kernel.failedPlugins.find(({ module }) => module === plugin) ?? {};
  const message = `The plugin "${plugin}" would serve this request, but was set aside: ${reason}`;
  return { reason: 'set aside', status: 503, message, plugin } as const;
}

function unknown({ disabled, routes }: Kernel, { path }: CommandLineRequest) {
  const [, plugin = ''] = /^\/api\/plugins\/([^/]+)/.exec(path) ?? [];
  if (disabled.plugins.includes(plugin)) {
    const message = `The plugin "${plugin}" is disabled. Enable it with: lectern plugin enable ${plugin}`;
    return { reason: 'disabled', status: 404, message, plugin } as const;
  }
  const message = 'No route has this address.';
  return { reason: 'no such address', status: 404, message, nearest: addressesLike(path, routes) } as const;
}

/** Addresses with a similar spelling. Any value of a path parameter matches. */
function addressesLike(path: string, routes: readonly Route[]): string[] {
  const asked = path.replace(/^\/api/, '').split('/');
  const fitted = new Map(routes.map(({ address }) => [fittedTo(asked, address), `/api${address}`]));
  return nearest(asked.join('/'), [...fitted.keys()]).map((name) => fitted.get(name) as string);
}

function fittedTo(asked: readonly string[], address: string): string {
  const words = address.split('/');
  return words.map((word, index) => (word.startsWith('{') ? (asked[index] ?? word) : word)).join('/');
}

import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { UnroutedHandler, RequestHooks } from '../../kernel/http/request_hooks.ts';
import type { FailedPlugin } from '../../kernel/modules/failed_plugins.ts';
import type { MountRecord } from './mount_records.ts';
import { anyMethod, type Cors } from './cors.ts';
import { failedPluginFinder } from './failed_addresses.ts';
import { mountFinder, type MountParts } from './mount_handler.ts';

export interface UnroutedParts {
  readonly mounts: readonly MountRecord[];
  readonly shared: MountParts;
  readonly failed: readonly FailedPlugin[];
  /** Recognizes preflight requests; undefined if `http.cors.origins` is empty. */
  readonly cors: Cors | undefined;
}

/** Returns a function that finds the mount or failed plugin at a path without a route. */
export function unroutedFinder({ mounts, shared, failed, cors }: UnroutedParts): RequestHooks['unrouted'] {
  const mountAt = mountFinder(mounts, shared);
  const pluginAt = failedPluginFinder(failed);
  const there = (path: string): UnroutedHandler | undefined => mountAt(path) ?? outOfService(pluginAt(path));
  if (!cors) return there;
  return (path) => {
    const one = there(path);
    return one && answeringPreflights(one, cors);
  };
}

function outOfService(plugin: string | undefined): UnroutedHandler | undefined {
  if (plugin === undefined) return undefined;
  return {
    answer: (_context, { fail }) => {
      fail(standardFailures.unavailable({ message: `The plugin "${plugin}" is out of service; /readyz says why.` }));
    },
  };
}

function answeringPreflights(one: UnroutedHandler, cors: Cors): UnroutedHandler {
  return {
    answer: (context, respond) => {
      if (cors.isPreflight(context.message)) respond.sender.empty(context, 204, ['Allow', `${anyMethod}, OPTIONS`]);
      else one.answer(context, respond);
    },
  };
}

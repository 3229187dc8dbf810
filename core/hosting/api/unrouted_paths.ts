import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { UnroutedHandler, RequestHooks } from '../../kernel/http/request_hooks.ts';
import type { FailedPlugin } from '../../kernel/modules/failed_plugins.ts';
import { anyMethod, type Cors } from './cors.ts';
import { failedPluginFinder } from './failed_addresses.ts';

export interface UnroutedParts {
  readonly failed: readonly FailedPlugin[];
  /** Recognizes preflight requests; undefined if `http.cors.origins` is empty. */
  readonly cors: Cors | undefined;
}

/** Returns a function that finds the failed plugin at a path without a mount, and answers preflight requests there. */
export function unroutedFinder({ failed, cors }: UnroutedParts): RequestHooks['unrouted'] {
  const pluginAt = failedPluginFinder(failed);
  return (path, mount) => {
    const one = mount ?? outOfService(pluginAt(path));
    return one && cors ? answeringPreflights(one, cors) : one;
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

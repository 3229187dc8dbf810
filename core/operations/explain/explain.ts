import { accessName, buildRouter, describeRoute, pathParameters } from '../../hosting/internals.ts';
import type { Kernel, Route, RouteDescription } from '../../hosting/internals.ts';
import type { CommandLineRequest, OperationLines } from '../../cli/index.ts';
import { limitsOf, type LimitsView } from './limits.ts';
import { explainMissing, type Missing } from './missing.ts';

/** A resource class that declares the operation at this address. */
export interface Link extends Pick<Route, 'layer' | 'module' | 'file' | 'operation' | 'final'> {
  /** Line of the operation; undefined if the source cannot be read. */
  readonly line: number | undefined;
  readonly resource: string;
  readonly access: string;
  /** Whether this class answers the request. The other classes of the chain are overridden. */
  readonly serves: boolean;
}

export interface Explanation extends RouteDescription, Pick<Route, 'address' | 'creates' | 'revised' | 'idempotent'> {
  readonly found: true;
  readonly request: CommandLineRequest;
  /** Values of the path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The class that answers first, then the classes that it overrides. */
  readonly chain: readonly Link[];
  /** Hooks around the operation, the outermost first. */
  readonly hooks: readonly ReturnType<typeof hookOf>[];
  readonly why: string;
  readonly access: string;
  readonly limits: LimitsView;
  readonly caching: { readonly seconds: number; readonly etag: boolean };
  readonly deprecated: boolean;
}

/** Explains how a kernel serves a request, or why no route serves the request. */
export function explain(kernel: Kernel, asked: CommandLineRequest, lines: OperationLines): Explanation | Missing {
  const match = buildRouter(kernel.routes, (route) => route).find(asked.path);
  const route = match?.place.entries.get(asked.method);
  if (!match || !route) return explainMissing(kernel, asked, match?.place);
  return { ...described(kernel, route, lines), request: asked, parameters: pathParameters(route, match.values) };
}

function described(kernel: Kernel, route: Route, lines: OperationLines): Omit<Explanation, 'request' | 'parameters'> {
  const { input, answer, failures, origins } = describeRoute(route, kernel);
  return {
    found: true,
    address: `/api${route.address}`,
    chain: [route, ...route.overridden].map((one) => linkOf(one, route, lines)),
    hooks: (route.hooks ?? []).map(hookOf),
    why: whyOf(route),
    access: accessName(route.access),
    input,
    answer,
    limits: limitsOf(kernel.config, route, failures),
    failures,
    caching: { seconds: route.cached, etag: route.methods.includes('GET') && answer.name !== 'verbatim' },
    creates: route.creates,
    revised: route.revised,
    idempotent: route.idempotent,
    deprecated: route.deprecation !== undefined,
    origins,
  };
}

function linkOf(one: Route, winner: Route, lines: OperationLines): Link {
  const { layer, module, file, operation, target, access, final } = one;
  const shared = { layer, module, file, line: lines.of(one), resource: target.name || 'defineResource', operation };
  return { ...shared, access: accessName(access), serves: one === winner, final };
}

/** A hook of a module; `before` and `after` tell whether the hook has code before and after the operation. */
function hookOf({ layer, module, file, hook }: NonNullable<Route['hooks']>[number]) {
  return { layer, module, file, before: hook.before !== undefined, after: hook.after !== undefined };
}

function whyOf(route: Route): string {
  if (route.overridden.length === 0) return 'no other module serves this address';
  const modules = [route, ...route.overridden].map(({ module }) => module).reverse();
  return `its module is the last in the order ${modules.join(', ')}`;
}

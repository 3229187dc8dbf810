import type { Resolver } from 'awilix/browser';
import { viewFor } from '../modules/module_context.ts';
import { extensionPoint, problemOf, type PointDeclaration } from '../declare/extension_point.ts';
import type { Contributions, ExtensionPoints } from '../declare/services.ts';
import { Shape } from '../declare/shape.ts';
import type {} from '../declare/extend_shape.ts';
import { servicesFault, type Provider } from './attribution.ts';

type Point = keyof ExtensionPoints;

/** Extension points that the kernel declares. */
export const kernelPoints = [
  extensionPoint('addedFields', {
    shape: Shape,
    mode: 'text',
    fields: 'object',
    resolve: 'function',
    onError: 'text?',
    onRequest: 'boolean?',
  }),
  extensionPoint('authenticators', {
    name: 'text',
    rank: 'number',
    challenge: 'text?',
    security: { type: 'text' },
    parameters: 'texts?',
    fails: 'failures?',
    find: 'function',
    identify: 'function',
  }),
  extensionPoint('changeListeners', { listens: 'boolean', changed: 'function' }),
  extensionPoint('changeRecorders', { record: 'function' }),
  extensionPoint('errorConverters', { convert: 'function' }),
  extensionPoint('middleware', { contentSecurity: 'object?', handle: 'function' }),
  extensionPoint('migrator', { exclusively: 'function', up: 'function', dueDemos: 'function', loadDemo: 'function' }),
  extensionPoint('mounts', {
    address: 'text',
    open: 'boolean?',
    requires: 'text?',
    bodyLimit: 'positive?',
    contentSecurity: 'object?',
    handle: 'function',
  }),
  extensionPoint('operationHooks', {
    address: 'text',
    operation: 'text',
    input: 'object?',
    fails: 'failures?',
    headers: 'object?',
    before: 'function?',
    after: 'function?',
  }),
  extensionPoint('pages', { address: 'text', folder: 'text', contentSecurity: 'object?' }),
  extensionPoint('safetyRules', [
    { setting: 'text', severity: 'text', message: 'text', fix: 'text', asksDatabase: 'boolean?', isUnsafe: 'function' },
  ]),
  extensionPoint('subscribers', {
    name: 'text',
    events: 'texts',
    where: 'object',
    transactional: 'boolean',
    observes: 'boolean?',
    handle: 'function',
    gaveUp: 'function',
  }),
];

/** Extension points of an installation; the kernel or a module declares each one once. */
export class OpenPoints {
  readonly #declarations = new Map<string, PointDeclaration>(kernelPoints.map((one) => [one.point, one]));

  /** Adds a declared extension point. @throws ModuleFault when the kernel or a module has declared it already */
  add(module: Provider, declaration: PointDeclaration): void {
    const { point } = declaration;
    if (this.#declarations.has(point)) {
      throw servicesFault(module, `the extension point "${point}" is declared already; choose another name.`);
    }
    this.#declarations.set(point, declaration);
  }

  /** Adds a check to a resolver: resolving throws a ModuleFault when the service does not fit the contract of the point. */
  checking(resolver: Resolver<unknown>, point: Point, contributor: Contributor): Resolver<unknown> {
    const resolve: typeof resolver.resolve = (container) => {
      const built = resolver.resolve(container);
      this.#check(point, built, contributor);
      return built;
    };
    return { ...resolver, resolve };
  }

  #check(point: Point, contribution: unknown, { name, module }: Contributor): void {
    const problem = problemOf(contribution, this.#declarations.get(point));
    if (problem === undefined) return;
    throw servicesFault(module, `the contribution "${name}" to "${point}" is invalid: ${problem}`);
  }
}

/** A service of a module, by its name. */
export interface Contributor {
  readonly name: string;
  readonly module: Provider;
}

/** Contributions of an installation, resolved once for each point. */
export function contributionsOf(
  contributorsTo: (point: Point) => readonly Contributor[],
  resolve: (name: string) => unknown,
): Contributions {
  const byPoint = new Map<Point, readonly unknown[]>();
  const owners = new Map<unknown, string>();
  const collect = (point: Point) => {
    const all = contributorsTo(point).map(({ name, module }) => ({
      one: viewFor(module, resolve(name)),
      module: module.name,
    }));
    for (const { one, module } of all) owners.set(one, module);
    const list = all.map(({ one }) => one);
    byPoint.set(point, list);
    return list;
  };
  return {
    of: <P extends Point>(point: P) => (byPoint.get(point) ?? collect(point)) as readonly ExtensionPoints[P][],
    moduleOf: (contribution) => owners.get(contribution) ?? 'unknown',
  };
}

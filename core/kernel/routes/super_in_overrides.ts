import type { Operation } from '../base/operations.ts';
import { ownClasses, parentOf, type ResourceClass } from '../declare/resource_records.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import type { Route } from './route.ts';

/** Overridden operations, by the instance whose `super` calls them. */
type Links = WeakMap<object, Route['run']>;
type Methods = Partial<Record<Operation, (...given: never[]) => unknown>>;

/** Links of each method that `linksOf` has put between a class and its parent. */
const linksByMethod = new WeakMap<object, Links>();

/**
 * Lets `super` in an override call the overridden operation, also if that is not one of the parent class. Example: core
 * has `Articles`, a plugin overrides `get` in another class, and custom in `Mine extends Articles`. The prototypes
 * `Mine -> Articles` become `Mine -> { get: calls get of the plugin } -> Articles`.
 */
export function linkSuper(instance: object, route: Route): void {
  const child = ownClasses(route.target).at(-1) as ResourceClass;
  const [next] = route.overridden;
  const parent = parentOf(child);
  if (!next || !parent) return;
  const isParent = parent === next.target;
  // `super` calls the method of `next` on this instance, so `super` within that method needs a link as well.
  if (isParent) linkSuper(instance, next);
  if (isParent && !Object.isExtensible(child.prototype)) return;
  linksOf(child, route).set(instance, (call) => next.run(call, isParent ? instance : undefined));
}

/** Links of an operation; puts a method that reads them between a class and its parent, once. */
function linksOf({ prototype }: ResourceClass, { operation, module, file }: Route): Links {
  const above = Object.getPrototypeOf(prototype) as Methods;
  const known = above[operation] && linksByMethod.get(above[operation]);
  if (known) return known;
  const links: Links = new WeakMap();
  const method = function (this: object, ...given: [never]): unknown {
    const next = links.get(this);
    return next ? next(...given) : above[operation]?.apply(this, given);
  };
  const between = Object.create(above, { [operation]: { value: method } }) as object;
  if (!Reflect.setPrototypeOf(prototype as object, between))
    throw new ModuleFault(module, file, 'the class prototype is not extensible; remove Object.freeze or Object.seal.');
  linksByMethod.set(method, links);
  return links;
}

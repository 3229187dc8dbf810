import type { Route } from '../../kernel/routes/route.ts';
import { operationRecord, ownOperations, parentOf } from '../../kernel/declare/records.ts';

/** Aspects of a route that a class may inherit. */
export const aspects = [
  'access',
  'input',
  'answer',
  'fails',
  'summary',
  'creates',
  'revised',
  'idempotent',
  'cached',
] as const;
export type Aspect = (typeof aspects)[number];

/** Origin of an aspect: the class, the class that it extends, the route that it overrides, or a default. */
export type Origin =
  | { readonly by: 'itself' }
  | { readonly by: 'parent'; readonly name: string }
  | { readonly by: 'overridden'; readonly file: string }
  | { readonly by: 'default' };

/** Source of each aspect of a route. Computed on request; serving does not need it. */
export function originsOf(route: Route): Readonly<Record<Aspect, Origin>> {
  const entries = aspects.map((aspect) => [aspect, originOf(route, aspect)] as const);
  return Object.fromEntries(entries) as Record<Aspect, Origin>;
}

function originOf(route: Route, aspect: Aspect): Origin {
  const { target, operation } = route;
  if (ownOperations(target).get(operation)?.[aspect] !== undefined) return { by: 'itself' };
  const parent = parentOf(target) as { readonly name: string } | undefined;
  const overridden = route.overridden.find((one) => one.target === parent) ?? route.overridden[0];
  if (parent && overridden?.target !== parent && operationRecord(parent, operation)[aspect] !== undefined)
    return { by: 'parent', name: parent.name };
  return overridden ? inherited(overridden, aspect) : { by: 'default' };
}

/** The overridden route may itself inherit the aspect from another route. */
function inherited(overridden: Route, aspect: Aspect): Origin {
  const origin = originOf(overridden, aspect);
  return origin.by === 'itself' || origin.by === 'parent' ? { by: 'overridden', file: overridden.file } : origin;
}

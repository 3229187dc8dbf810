import type { Route } from '../../kernel/routes/route.ts';
import { lineageOf, ownClasses, ownOperations } from '../../kernel/declare/resource_records.ts';

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

export function originsOf(route: Route): Readonly<Record<Aspect, Origin>> {
  const entries = aspects.map((aspect) => [aspect, originOf(route, aspect)] as const);
  return Object.fromEntries(entries) as Record<Aspect, Origin>;
}

function originOf({ target, operation, overridden: [overridden] }: Route, aspect: Aspect): Origin {
  // As when routes are resolved: an override has its own declarations, and inherits others from the overridden route.
  const classes = overridden ? ownClasses(target) : lineageOf(target);
  const declaring = classes.find((one) => ownOperations(one).get(operation)?.[aspect] !== undefined);
  if (declaring === target) return { by: 'itself' };
  if (declaring) return { by: 'parent', name: declaring.name };
  return overridden ? inherited(overridden, aspect) : { by: 'default' };
}

/** Origin of an aspect that an override inherits; the overridden route may inherit the aspect, too. */
function inherited(overridden: Route, aspect: Aspect): Origin {
  const origin = originOf(overridden, aspect);
  return origin.by === 'itself' || origin.by === 'parent' ? { by: 'overridden', file: overridden.file } : origin;
}

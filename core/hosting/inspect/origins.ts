import type { Route } from '../../kernel/routes/route_table.ts';
import { operationRecord, ownOperations, parentOf } from '../../kernel/declare/records.ts';

/** What a route is made of that a class may leave to others. */
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

/** Who said it: the class itself, the class it extends, the route it stands before, or nobody. */
export type Origin =
  | { readonly by: 'itself' }
  | { readonly by: 'parent'; readonly name: string }
  | { readonly by: 'shadowed'; readonly file: string }
  | { readonly by: 'default' };

/** Who said what holds for a route, aspect by aspect. Worked out when it is asked for: no request needs it. */
export function originsOf(route: Route): Readonly<Record<Aspect, Origin>> {
  const entries = aspects.map((aspect) => [aspect, originOf(route, aspect)] as const);
  return Object.fromEntries(entries) as Record<Aspect, Origin>;
}

function originOf(route: Route, aspect: Aspect): Origin {
  const { target, operation, shadows } = route;
  if (ownOperations(target).get(operation)?.[aspect] !== undefined) return { by: 'itself' };
  const parent = parentOf(target) as { readonly name: string } | undefined;
  const overridden = shadows.find((one) => one.target === parent) ?? shadows[0];
  if (parent && overridden?.target !== parent && operationRecord(parent, operation)[aspect] !== undefined)
    return { by: 'parent', name: parent.name };
  return overridden ? inherited(overridden, aspect) : { by: 'default' };
}

/** The route that is shadowed may itself have it from one further below. */
function inherited(shadowed: Route, aspect: Aspect): Origin {
  const origin = originOf(shadowed, aspect);
  return origin.by === 'itself' || origin.by === 'parent' ? { by: 'shadowed', file: shadowed.file } : origin;
}

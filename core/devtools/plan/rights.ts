import type { Snapshot } from './dry_run.ts';

/** Permissions that roles gain or lose by a change, and permissions that no role has. */
export function rightChanges(before: Snapshot, after: Snapshot) {
  const [was, is] = [rolesOf(before), rolesOf(after)];
  return {
    added: difference(is, was).map((one) => ({ ...one, isNew: !was.has(one.role) })),
    removed: difference(was, is),
    /** Permissions that routes require and no role lists, since the change. Only roles with all permissions have these. */
    missing: missingIn(after, is).filter((permission) => !missingIn(before, was).includes(permission)),
  };
}

type RoleTable = ReadonlyMap<string, ReadonlySet<string>>;

function rolesOf({ modules }: Snapshot): RoleTable {
  const roles = new Map<string, Set<string>>();
  for (const [role, permissions] of modules.flatMap(({ manifest }) => Object.entries(manifest.roles ?? {}))) {
    roles.set(role, new Set([...(roles.get(role) ?? []), ...permissions]));
  }
  return roles;
}

function difference(one: RoleTable, other: RoleTable) {
  return [...one].flatMap(([role, permissions]) => {
    const more = [...permissions].filter((permission) => !other.get(role)?.has(permission));
    return more.length > 0 || !other.has(role) ? [{ role, permissions: more }] : [];
  });
}

function missingIn({ routes }: Snapshot, roles: RoleTable): string[] {
  const carried = new Set([...roles.values()].flatMap((permissions) => [...permissions]));
  const asked = routes.flatMap(({ route: { access } }) => (access.kind === 'permission' ? [access.permission] : []));
  return [...new Set(asked)].filter((permission) => !carried.has(permission)).sort();
}

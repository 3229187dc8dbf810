declare module '../declare/services.ts' {
  interface Services {
    roles: Roles;
  }
}

/** Permission codes by role, as the `roles` of a `module.json` have it; `*` stands for every permission. */
export type RoleTable = Readonly<Record<string, readonly string[]>>;

/** What somebody may do. */
export interface Permissions {
  has(permission: string): boolean;
}

const everything: Permissions = { has: () => true };
const MOST_REMEMBERED = 1_000;

/** Roles and the permissions that they carry, from the manifests of all modules. */
export class Roles {
  readonly #permissions = new Map<string, Set<string>>();
  readonly #remembered = new Map<string, Permissions>();

  constructor(tables: readonly RoleTable[]) {
    for (const [role, permissions] of tables.flatMap((table) => Object.entries(table))) {
      const known = this.#permissions.get(role) ?? new Set();
      this.#permissions.set(role, new Set([...known, ...permissions]));
    }
  }

  /** Names of all roles. */
  get names(): readonly string[] {
    return [...this.#permissions.keys()];
  }

  /** What somebody with these roles may do; a role that no module declares carries nothing. */
  permissionsOf(roles: readonly string[]): Permissions {
    const key = roles.join(' ');
    const known = this.#remembered.get(key);
    if (known) return known;
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    const all = new Set(roles.flatMap((role) => [...(this.#permissions.get(role) ?? [])]));
    const permissions = all.has('*') ? everything : all;
    this.#remembered.set(key, permissions);
    return permissions;
  }

  /** Whether these permissions cover all that the roles carry; `*` is covered by `*` alone. */
  areCovered(roles: readonly string[], by: Permissions): boolean {
    return roles.every((role) => [...(this.#permissions.get(role) ?? [])].every((code) => by.has(code)));
  }
}

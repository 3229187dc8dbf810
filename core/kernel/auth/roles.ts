declare module '../declare/services.ts' {
  interface Services {
    roles: Roles;
  }
}

/** Permission codes by role, as in `roles` of a `module.json`; `*` grants every permission. */
export type RoleTable = Readonly<Record<string, readonly string[]>>;

/** Permission codes that the roles of a caller grant; with `*`, every code. */
export interface Permissions {
  has(permission: string): boolean;
}

const everything: Permissions = { has: () => true };
const MAX_CACHED = 1_000;

/**
 * Roles and their permissions, merged from the manifests of the modules.
 *
 * @example
 * const permissions = roles.permissionsOf(['ROLE_TEACHER']);
 */
export class Roles {
  readonly #permissions = new Map<string, Set<string>>();
  readonly #remembered = new Map<string, Permissions>();

  constructor(tables: readonly RoleTable[]) {
    for (const [role, permissions] of tables.flatMap((table) => Object.entries(table))) {
      const known = this.#permissions.get(role) ?? new Set();
      this.#permissions.set(role, new Set([...known, ...permissions]));
    }
  }

  get names(): readonly string[] {
    return [...this.#permissions.keys()];
  }

  /** Permission codes of all roles, each once; without `*`. */
  get codes(): readonly string[] {
    const codes = [...this.#permissions.values()].flatMap((one) => [...one]);
    return [...new Set(codes)].filter((code) => code !== '*');
  }

  /** Permission codes of a role, `*` included; empty for an undeclared role. */
  codesOf(role: string): readonly string[] {
    return [...(this.#permissions.get(role) ?? [])];
  }

  /** Permissions of a caller with these roles; an undeclared role grants nothing. */
  permissionsOf(roles: readonly string[]): Permissions {
    const key = roles.join(' ');
    const known = this.#remembered.get(key);
    if (known) return known;
    if (this.#remembered.size >= MAX_CACHED) this.#remembered.clear();
    const all = new Set(roles.flatMap((role) => this.codesOf(role)));
    const permissions = all.has('*') ? everything : all;
    this.#remembered.set(key, permissions);
    return permissions;
  }
}

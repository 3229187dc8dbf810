import type { DocumentedOperation, Kernel } from '../../../hosting/internals.ts';

/** A caller of random requests: a demo user, or the anonymous caller. */
export interface Persona {
  readonly name: string;
  /** Id of the user; the anonymous caller has none. */
  readonly id?: string;
  readonly credential: Readonly<Record<string, string>>;
  readonly permissions: { has(permission: string): boolean };
}

/** A caller without a credential. */
export const anonymous: Persona = { name: 'an anonymous caller', credential: {}, permissions: new Set<string>() };

/** Demo users with different roles, the least permitted first. */
const nicknames = ['student', 'teacher', 'planner', 'manager', 'admin'];

/** Personas that have the permission of an operation; all personas if it requires none. */
export function admittedTo({ tree }: DocumentedOperation, personas: readonly Persona[]): readonly Persona[] {
  const permission = tree['x-permission'] as string | undefined;
  return personas.filter(({ permissions }) => permission === undefined || permissions.has(permission));
}

/** The anonymous persona, and the demo users of `nicknames` that exist, signed in. */
export async function personasOf({ modules, services }: Kernel): Promise<Persona[]> {
  if (!modules.some(({ name }) => name === 'users')) return [anonymous];
  const personas = [anonymous];
  for (const nickname of nicknames) {
    const user = await services.users.byLogin(nickname);
    if (!user) continue;
    const credential = { 'X-Auth-Token': await services.tokens.issue(user.id) };
    personas.push({ name: nickname, id: user.id, credential, permissions: services.roles.permissionsOf(user.roles) });
  }
  return personas;
}

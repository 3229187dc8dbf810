import type { Kernel } from 'lectern/host';

/** Somebody who asks. */
export interface Persona {
  readonly name: string;
  readonly credential: Readonly<Record<string, string>>;
  readonly permissions: { has(permission: string): boolean };
}

/** Somebody whom no module knows. */
export const nobody: Persona = { name: 'nobody', credential: {}, permissions: new Set<string>() };

/** Demo users whose roles differ, from the one who may do least. */
const nicknames = ['student', 'teacher', 'planner', 'manager', 'admin'];

/** Signs in what there is of the demo users; an installation without users has nobody but strangers. */
export async function personasOf({ modules, services }: Kernel): Promise<Persona[]> {
  if (!modules.some(({ name }) => name === 'users')) return [nobody];
  const personas = [nobody];
  for (const nickname of nicknames) {
    const user = await services.users.byLogin(nickname);
    if (!user) continue;
    const credential = { 'X-Auth-Token': await services.tokens.issue(user.id) };
    personas.push({ name: nickname, credential, permissions: services.roles.permissionsOf(user.roles) });
  }
  return personas;
}

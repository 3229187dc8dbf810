import type { Platform } from '../../../support/platform.ts';

/** Headers of requests of the console. */
export type ConsoleHeaders = Readonly<Record<'Cookie' | 'X-Console', string>>;

/** Signs a demo user in to the console. */
export async function signInToConsole(platform: Platform, username: string): Promise<ConsoleHeaders> {
  const credentials = { username, password: 'Lectern-2026' };
  const answer = await platform.api.post('/api/console/sessions').set('X-Console', '1').send(credentials).expect(201);
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { Cookie: cookie, 'X-Console': '1' };
}

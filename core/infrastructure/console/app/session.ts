import { ApiError, read, request, whenRefused, whenSignedOut } from './server/api.ts';
import { returned, SESSION } from './server/connection.ts';
import { Store } from './store.ts';
import type { consoleSession } from '../shapes/session.ts';
import type { Answer } from './wire.ts';

/** The signed-in user. */
export type Session = Answer<typeof consoleSession>;

/** The signed-in user, also while `ended` is set; `none` without a user, `asking` until the server has answered. */
export const session = new Store<Session | 'asking' | 'none'>('asking');

/** Whether the session has ended while a page was open. The page is hidden until the same user has signed in again. */
export const ended = new Store(false);

/** Whether the server asks for a credential of the API in place of name and password. */
export const asksCredential = new Store(false);

whenSignedOut((credential) => {
  asksCredential.set(credential);
  if (typeof session.value === 'object') ended.set(true);
  else session.set('none');
});

whenRefused(() => void refresh());

/** Reads the permissions again. If they have changed, the menu is updated. */
async function refresh(): Promise<void> {
  const { value } = session;
  const now = await read<Session>(SESSION).catch(() => undefined);
  if (now && typeof value === 'object' && String(now.permissions) !== String(value.permissions)) session.set(now);
}

/** Sets `session` to the session that the server reports. */
export async function resume(): Promise<void> {
  try {
    session.set(await read<Session>(SESSION));
  } catch (error) {
    // The session is still unknown: `connection` polls the server, and the app calls `resume` again.
    if (error instanceof ApiError && [0, 502, 503, 504].includes(error.status)) return;
    session.set('none');
  }
}

/** @throws ApiError */
export async function signIn(username: string, password: string): Promise<void> {
  const { data } = await request<Session>('POST', '/api/console/sessions', { body: { username, password } });
  session.set(data);
  if (!ended.value) return;
  ended.set(false);
  returned();
}

export async function signOut(): Promise<void> {
  await request('DELETE', SESSION).catch(() => undefined);
  session.set('none');
  ended.set(false);
}

/** Whether the signed-in user has a permission; undefined stands for operations that need none. */
export function may(permission: string | undefined): boolean {
  const { value } = session;
  return typeof value === 'object' && (permission === undefined || value.permissions.includes(permission));
}

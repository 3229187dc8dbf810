import { ApiError, read, request, whenSignedOut } from './api.ts';
import { Store } from './store.ts';

/** The signed-in user. */
export interface Session {
  readonly nickname: string;
  readonly permissions: readonly string[];
}

/** `asking` until the server has answered; `ended` when a session ended while a page was open. */
export const session = new Store<Session | 'asking' | 'none' | 'ended'>('asking');

const address = '/api/console/sessions';

whenSignedOut(() => session.set(typeof session.value === 'object' || session.value === 'ended' ? 'ended' : 'none'));

/** Asks who is signed in. */
export async function resume(): Promise<void> {
  try {
    session.set(await read<Session>(`${address}/current`));
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return;
    session.set('none');
  }
}

/** @throws ApiError */
export async function signIn(username: string, password: string): Promise<void> {
  const { data } = await request<Session>('POST', address, { body: { username, password } });
  session.set(data);
}

export async function signOut(): Promise<void> {
  await request('DELETE', `${address}/current`).catch(() => undefined);
  session.set('none');
}

/** Whether the signed-in user has a permission; true for operations that need none. */
export function may(permission: string | undefined): boolean {
  const { value } = session;
  return typeof value === 'object' && (permission === undefined || value.permissions.includes(permission));
}

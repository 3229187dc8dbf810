import { ask, type TestDatabase } from '../support/test_database.ts';
import type { Question } from './load.ts';

/** Number of users that `addGuests` adds. */
export const GUESTS = 10_000;

/** Adds users with the demo password. */
export async function addGuests({ env }: TestDatabase): Promise<void> {
  const sql = `insert into users (nickname, uuid, roles, password_hash)
    select 'guest ' || n, 'guest ' || n, roles, password_hash
    from users, generate_series(0, ${GUESTS - 1}) as n where nickname = 'student'`;
  await ask(env['DATABASE_URL'] ?? '', sql);
}

/** Returns logins of a number of users, one after another. */
export function signIns(users: number): Question {
  let number = 0;
  const path = '/api/user/login';
  const headers = { 'Content-Type': 'application/json' };
  const next = () => {
    const username = `guest ${users - 1 - (number++ % users)}`;
    const isAnswer = ({ user }: { user: { nickname: string } }) => user.nickname === username;
    return { path, headers, body: JSON.stringify({ username, password: 'Lectern-2026' }), isAnswer };
  };
  return { path, next };
}

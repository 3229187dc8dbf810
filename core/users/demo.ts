import type { Services } from 'lectern';
import { insertDemoRows } from '../database/index.ts';

interface DemoUser {
  id: number;
  nickname: string;
  roles: string[];
  locked?: boolean;
}

const named: readonly DemoUser[] = [
  { id: 1, nickname: 'admin', roles: ['ROLE_SUPER_ADMIN'] },
  { id: 2, nickname: 'planner', roles: ['ROLE_USER', 'ROLE_PROJECT_PLANNER'] },
  { id: 3, nickname: 'teacher', roles: ['ROLE_TEACHER'] },
  { id: 4, nickname: 'student', roles: ['ROLE_USER'] },
  { id: 5, nickname: 'newcomer', roles: ['ROLE_USER'] },
  { id: 6, nickname: 'locked', roles: ['ROLE_USER'], locked: true },
  { id: 7, nickname: '张三', roles: ['ROLE_USER'] },
  { id: 8, nickname: 'manager', roles: ['ROLE_USER', 'ROLE_ADMIN'] },
];

const FIRST_PLAIN_USER = 9;
const LAST_PLAIN_USER = 60;

/** The accounts of the demo data. */
export default async function demo({ database, logger }: Services): Promise<void> {
  const plain = Array.from({ length: LAST_PLAIN_USER - FIRST_PLAIN_USER + 1 }, (_, index): DemoUser => {
    const id = FIRST_PLAIN_USER + index;
    return { id, nickname: `user${id}`, roles: ['ROLE_USER'] };
  });
  await insertDemoRows(database, 'users', [...named, ...plain].map(rowOf));
  const accounts = named.map(({ nickname }) => nickname).join(', ');
  logger.info({ accounts }, `demo accounts: ${accounts}, user${FIRST_PLAIN_USER} to user${LAST_PLAIN_USER}`);
}

function rowOf({ id, nickname, roles, locked = false }: DemoUser) {
  const name = nickname === '张三' ? 'zhangsan' : nickname;
  const mobile = `138${String(id).padStart(8, '0')}`;
  return { id, nickname, email: `${name}@example.com`, mobile, roles, locked };
}

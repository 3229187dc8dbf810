import type { Services } from 'lectern';
import { insertDemoRows } from '../../infrastructure/database/index.ts';
import { demoPassword, demoUuid } from './demo_accounts.ts';
import { nameColumns } from './services/names.ts';

interface DemoUser {
  id: number;
  nickname: string;
  truename: string;
  roles: string[];
  locked?: boolean;
  payPassword?: string;
}

const named: readonly DemoUser[] = [
  { id: 1, nickname: 'admin', truename: 'Ada Admin', roles: ['ROLE_SUPER_ADMIN'] },
  { id: 2, nickname: 'planner', truename: 'Paul Planner', roles: ['ROLE_USER', 'ROLE_PROJECT_PLANNER'] },
  { id: 3, nickname: 'teacher', truename: 'Tess Teacher', roles: ['ROLE_TEACHER'] },
  { id: 4, nickname: 'student', truename: 'Stan Student', roles: ['ROLE_USER'], payPassword: '123456' },
  { id: 5, nickname: 'newcomer', truename: 'Nina Newcomer', roles: ['ROLE_USER'] },
  { id: 6, nickname: 'locked', truename: 'Lou Locked', roles: ['ROLE_USER'], locked: true },
  { id: 7, nickname: '张三', truename: '张三', roles: ['ROLE_USER'], payPassword: '000000' },
  { id: 8, nickname: 'manager', truename: 'Mara Manager', roles: ['ROLE_USER', 'ROLE_ADMIN'] },
];

const FIRST_PLAIN_USER = 9;
const LAST_PLAIN_USER = 60;
const DEPARTMENTS = 5;

/** Inserts user accounts and departments. */
export default async function demo({ database, passwords, logger }: Services): Promise<void> {
  const plain = Array.from({ length: LAST_PLAIN_USER - FIRST_PLAIN_USER + 1 }, (_, index): DemoUser => {
    const id = FIRST_PLAIN_USER + index;
    return { id, nickname: `user${id}`, truename: `User ${id}`, roles: ['ROLE_USER'] };
  });
  // All accounts have the same public password, so that its slow hash is computed only once.
  const passwordHash = await passwords.hash(demoPassword);
  const rows = [...named, ...plain].map(async (user) => ({
    ...rowOf(user),
    password_hash: passwordHash,
    pay_password_hash: user.payPassword === undefined ? null : await passwords.hash(user.payPassword),
  }));
  await insertDemoRows(database, 'users', await Promise.all(rows));
  await insertDepartments(database, plain);
  const accounts = named.map(({ nickname }) => nickname).join(', ');
  logger.info(
    { accounts },
    `demo accounts: ${accounts}, user${FIRST_PLAIN_USER} to user${LAST_PLAIN_USER}; all have the password ${demoPassword}`,
  );
}

function rowOf({ id, nickname, truename, roles, locked = false }: DemoUser) {
  const name = nickname === '张三' ? 'zhangsan' : nickname;
  const mobile = `138${String(id).padStart(8, '0')}`;
  return {
    id,
    nickname,
    truename,
    email: `${name}@example.com`,
    mobile,
    uuid: demoUuid(id),
    roles,
    locked,
    ...nameColumns(nickname, truename),
  };
}

async function insertDepartments(database: Services['database'], members: readonly DemoUser[]): Promise<void> {
  const departments = Array.from({ length: DEPARTMENTS }, (_, index) => ({
    id: index + 1,
    name: `Department ${index + 1}`,
  }));
  await insertDemoRows(database, 'departments', departments);
  const memberships = members.map(({ id }) => ({ user_id: id, department_id: (id % DEPARTMENTS) + 1 }));
  await database.table('user_departments').insert(memberships);
}

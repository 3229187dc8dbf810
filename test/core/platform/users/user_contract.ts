import { PASSWORD } from './support.ts';
import { OrNull, type Wire } from './wire.ts';

/** A request field: an accepted value, and rejected ones. */
export interface RequestField {
  readonly value: unknown;
  readonly required?: true;
  readonly wrong: readonly unknown[];
}

/** A row of the table of endpoints (specification, section 4, Users and authentication). */
export interface Row {
  readonly methods: readonly ('GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE')[];
  /** The address in the document, and all its spellings. */
  readonly address: string;
  readonly paths: readonly string[];
  readonly access: 'public' | 'authenticated' | { readonly permission: string; readonly as: string };
  readonly fields: Readonly<Record<string, RequestField>>;
  readonly answer: Wire;
}

const picture: Wire = { small: 'text', middle: 'text', large: 'text' };

const simple = {
  id: 'digits',
  nickname: 'text',
  title: 'text',
  uuid: 'text',
  destroyed: 'bool',
  avatar: picture,
} satisfies Wire;

const authenticated: Wire = {
  ...simple,
  about: 'text',
  roles: ['text'],
  email: new OrNull('text'),
  verifiedMobile: new OrNull('text'),
  locale: 'text',
  // The plugin that sells memberships tells; without it there is none.
  vip: new OrNull({ levelId: 'text', vipName: 'text', deadline: 'text', seq: 'text' }),
  havePayPassword: 'bool',
};

const listed: Wire = { ...simple, truename: 'text', orgIds: ['number'] };
const paging: Wire = { total: 'number', offset: 'number', limit: 'number' };
const done: Wire = { success: 'bool' };

const noText = [[], ['a', 'b'], { a: 1 }, 7, true, 'x'.repeat(256)];
const noCount = [-1, '-1', 1.5, '1e3', '01', ' 1', 'x', [], { a: 1 }, true];
const password: RequestField = { value: PASSWORD, required: true, wrong: noText };

const jwt: Omit<Row, 'methods'> = {
  address: '/auth/getJwt',
  paths: ['/auth/getJwt', '/auths/getJwt'],
  access: 'authenticated',
  fields: { audience: { value: 'shop.example:8080/a-b_c', wrong: [...noText, 'a b', 'a"b', 'é', 'a\nb', 'a\0'] } },
  answer: { jwt: 'text' },
};

/** Specification, section 4, Users and authentication. */
export const rows: readonly Row[] = [
  {
    methods: ['POST'],
    address: '/user/login',
    paths: ['/user/login', '/users/login', '/user/logins', '/users/logins'],
    access: 'public',
    fields: { username: { value: 'student', required: true, wrong: noText }, password },
    answer: { token: 'text', user: authenticated },
  },
  { ...jwt, methods: ['GET'] },
  { ...jwt, methods: ['POST'] },
  {
    methods: ['GET'],
    address: '/user/info',
    paths: ['/user/info', '/users/info'],
    access: 'authenticated',
    fields: {},
    answer: { id: 'number', nickname: 'text', avatar: picture, roles: ['text'] },
  },
  {
    methods: ['GET'],
    address: '/user/isLogin',
    paths: ['/user/isLogin', '/users/isLogin'],
    access: 'public',
    fields: {},
    answer: { isLogin: 'bool' },
  },
  {
    methods: ['GET'],
    address: '/user/match',
    paths: ['/user/match', '/users/match'],
    access: 'authenticated',
    fields: { q: { value: 'user', required: true, wrong: [['a', 'b'], { a: 'bc' }, 'x', '张', 'x'.repeat(256)] } },
    answer: { data: [simple] },
  },
  {
    methods: ['GET'],
    address: '/user/list',
    paths: ['/user/list', '/users/list', '/user/lists', '/users/lists'],
    access: { permission: 'admin_project_plan_manage', as: 'planner' },
    fields: {
      keyword: { value: 'user', wrong: [['a', 'b'], { a: 'bc' }, 'x'.repeat(256)] },
      orgIds: { value: [1, 2], wrong: [['x'], [0], [-1], ['01'], [1.5], ['9223372036854775808'], 'x'] },
      offset: { value: 1, wrong: noCount },
      limit: { value: 3, wrong: noCount },
    },
    answer: { data: [listed], paging },
  },
  {
    methods: ['POST'],
    address: '/tokens',
    paths: ['/tokens', '/token'],
    access: 'authenticated',
    fields: {},
    answer: { token: 'text', user: 'text' },
  },
  {
    methods: ['DELETE'],
    address: '/tokens/{any}',
    paths: ['/tokens/current', '/token/1', '/tokens/%E5%BC%A0'],
    access: 'authenticated',
    fields: {},
    answer: done,
  },
  {
    methods: ['PATCH', 'PUT'],
    address: '/me/password',
    paths: ['/me/password', '/me/passwords'],
    access: 'authenticated',
    fields: { password, newPassword: { ...password, wrong: [...noText, 'x'.repeat(7), 'x'.repeat(129)] } },
    answer: done,
  },
  {
    methods: ['PATCH', 'PUT'],
    address: '/me/pay_password',
    paths: ['/me/pay_password', '/me/pay_passwords'],
    access: 'authenticated',
    fields: {
      password,
      payPassword: { value: 'hiswBkbHdujHJGAK', required: true, wrong: [...noText.slice(0, -1), '123456'] },
    },
    answer: done,
  },
  {
    methods: ['PATCH', 'PUT'],
    address: '/users/{id}',
    paths: ['/users/9', '/user/9'],
    access: { permission: 'admin_user', as: 'manager' },
    fields: {
      locked: { value: false, wrong: ['yes', 2, [], ['true', 'true'], { a: 1 }] },
      roles: { value: ['ROLE_USER'], wrong: [{ a: 1 }, 7, [7], [['ROLE_USER']], ['ROLE_NONE'], 'ROLE_NONE'] },
    },
    answer: authenticated,
  },
];

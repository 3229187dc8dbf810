import type { Platform } from '../../../../support/platform.ts';

type Account = Parameters<Platform['as']>[0];

/** A request with the example of an operation. */
export interface Replay {
  /** Account that sends the request; undefined for none. */
  readonly as?: Account;
  readonly operation: string;
  /** Values in the place of examples that only exist after an earlier request, such as the number of an order. */
  readonly given?: (platform: Platform) => Promise<{ params?: Record<string, string>; change?: object }>;
}

const as = (account: Account, ...operations: string[]): Replay[] =>
  operations.map((operation) => ({ as: account, operation }));

async function orderOf(platform: Platform, account: Account, goods: object): Promise<{ sn: string }> {
  const headers = { ...(await platform.as(account)) };
  const { body } = await platform.api.post('/api/orders').set(headers).send(goods).expect(200);
  return body as { sn: string };
}

/** The last object of a list that an earlier request has created. */
async function newestIn(platform: Platform, path: string): Promise<string> {
  const { body } = await platform.api.get(path).set({ ...(await platform.as('admin')) });
  return ((body as { data: { id: string }[] }).data[0] as { id: string }).id;
}

/** Fills the cash account of the student, from which payouts are made. */
async function withCash({ services }: Platform) {
  const one = { from: 'cash.gateways', to: { userId: '4', kind: 'cash' }, amount: 100 } as const;
  await services.database.transaction(() => services.ledger.post({ reason: 'payment.unapplied' }, [one]));
  return { params: { userId: '4' } };
}

async function refundable(platform: Platform) {
  const { sn } = await orderOf(platform, 'student', { targetType: 'course', targetId: '40' });
  return { params: { orderSn: sn } };
}

const course = { targetType: 'course', targetId: '30' };

/** Requests with the examples of all operations that need no one-time token, in an order in which they succeed. */
export const replayed: readonly Replay[] = [
  { operation: 'POST /api/user/login' },
  { operation: 'POST /api/sms_center' },
  { operation: 'POST /api/password_reset_links' },
  ...as('student', 'POST /api/auth/getJwt', 'POST /api/tokens', 'PATCH /api/me', 'PATCH /api/me/email'),
  ...as('student', 'POST /api/order_info', 'POST /api/orders', 'PATCH /api/me/pay_password'),
  {
    as: 'student',
    operation: 'POST /api/pay_center',
    given: async (platform) => ({ change: { orderId: (await orderOf(platform, 'student', course)).sn } }),
  },
  {
    as: 'student',
    operation: 'POST /api/trades',
    given: async (platform) => ({ change: { orderSn: (await orderOf(platform, 'student', course)).sn } }),
  },
  ...as('student', 'POST /api/me/courses', 'POST /api/me/classrooms', 'POST /api/me/item_bank_exercises'),
  ...as('student', 'POST /api/me/third_party_accounts'),
  { as: 'admin', operation: 'POST /api/orders/{orderSn}/refunds', given: refundable },
  { as: 'admin', operation: 'POST /api/cash_accounts/{userId}/payouts', given: withCash },
  ...as(
    'admin',
    'POST /api/admin_users',
    'PATCH /api/users/{id}',
    'POST /api/departments',
    'PATCH /api/departments/{id}',
  ),
  ...as('admin', 'POST /api/applications'),
  {
    as: 'admin',
    operation: 'PATCH /api/applications/{id}',
    given: async (platform) => ({ params: { id: await newestIn(platform, '/api/applications') } }),
  },
  ...as('admin', 'POST /api/article_categories', 'PATCH /api/article_categories/{id}', 'PATCH /api/article_tags/{id}'),
  ...as('admin', 'POST /api/articles', 'PATCH /api/articles/{id}', 'POST /api/coupons', 'PATCH /api/settings/{type}'),
  ...['classrooms', 'course_categories', 'course_sets', 'courses', 'item_bank_exercises'].flatMap((name) =>
    as('admin', `POST /api/${name}`, `PATCH /api/${name}/{id}`),
  ),
  ...as('admin', 'POST /api/classrooms/{classroomId}/courses'),
  ...['classrooms/{classroomId}', 'courses/{courseId}', 'item_bank_exercises/{exerciseId}'].flatMap((name) =>
    as('admin', `POST /api/${name}/members`, `PATCH /api/${name}/members/{id}`),
  ),
  ...as('admin', 'POST /api/item_bank_exercises/{exerciseId}/modules'),
  ...as('admin', 'PATCH /api/item_bank_exercises/{exerciseId}/modules/{id}'),
  ...as('admin', 'POST /api/plugins/vip/memberships', 'PATCH /api/plugins/vip/memberships/{userId}'),
  ...as('admin', 'POST /api/plugins/vip/vip_levels', 'PATCH /api/plugins/vip/vip_levels/{levelId}'),
  ...as('newcomer', 'PATCH /api/me/password'),
];

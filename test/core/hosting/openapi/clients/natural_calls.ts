/** A call that users of a client make. Values are TypeScript, and may name results of earlier calls. */
export interface NaturalCall {
  readonly by: 'guest' | 'student' | 'admin';
  /** Method and path. */
  readonly operation: string;
  readonly path?: string;
  readonly query?: string;
  readonly header?: string;
  readonly body?: string;
  /** Name of the constant that has the data of the answer. */
  readonly result?: string;
  /** Uses the result; the compiler checks its types. */
  readonly then?: string;
  /** Error code of the answer, for calls that are refused. */
  readonly refused?: number;
}

const login = (name: string) => `{ username: '${name}', password: 'Lectern-2026' }`;
const courseOne = `{ targetType: 'course', targetId: '1' }`;
const coins = `{ gateway: 'Coin', type: 'purchase', orderSn: order.sn, coinAmount: '10.00', payPassword: 'hiswBkbHdujHJGAK' }`;

/** A visit: lists, single objects, an order, its payment, errors, and the work of an administrator. */
export const naturalCalls: readonly NaturalCall[] = [
  { by: 'guest', operation: 'GET /api/settings/{type}', path: `{ type: 'site' }` },
  {
    by: 'guest',
    operation: 'GET /api/courses',
    query: `{ sort: '-createdTime', limit: 5 }`,
    result: 'courses',
    then: 'const titles: string[] = courses.data.map((course) => course.title); said.push(titles.length);',
  },
  { by: 'guest', operation: 'GET /api/course_categories/tree' },
  {
    by: 'guest',
    operation: 'GET /api/plugins/vip/vip_levels',
    result: 'levels',
    then: 'const names: string[] = levels.map((level) => level.name); said.push(names.length);',
  },
  { by: 'guest', operation: 'GET /api/item_bank_exercises/{exerciseId}/modules', path: `{ exerciseId: '1' }` },
  { by: 'guest', operation: 'GET /api/articles/{id}', path: `{ id: '1' }`, refused: 11 },
  { by: 'guest', operation: 'POST /api/user/login', body: `{ username: 'student', password: 'wrong' }`, refused: 4 },
  {
    by: 'guest',
    operation: 'POST /api/user/login',
    body: login('student'),
    result: 'studentLogin',
    then: 'const student = connect(studentLogin.token);',
  },
  { by: 'student', operation: 'GET /api/me', result: 'me', then: 'said.push(me.nickname);' },
  {
    by: 'student',
    operation: 'GET /api/articles',
    query: `{ sort: 'popular', categoryId: '2', limit: 3 }`,
    result: 'articles',
    then: 'const times: (number | null)[] = articles.data.map((article) => article.publishedTime); said.push(times.length);',
  },
  {
    by: 'student',
    operation: 'GET /api/articles',
    query: `{ after: '', limit: 2 }`,
    result: 'firstPage',
    then: 'const cursor: string | null | undefined = firstPage.paging.next; said.push(typeof cursor);',
  },
  {
    by: 'student',
    operation: 'GET /api/articles/{id}',
    path: `{ id: '7' }`,
    result: 'article',
    then: 'said.push(article.title, article.tags.length);',
  },
  { by: 'student', operation: 'GET /api/articles/{id}', path: `{ id: '999999' }`, refused: 10 },
  { by: 'student', operation: 'GET /api/articles', query: `{ limit: -1 }`, refused: 9 },
  { by: 'student', operation: 'GET /api/me/coins', result: 'balance', then: 'said.push(balance.balance);' },
  { by: 'student', operation: 'GET /api/me/coupons', query: `{ limit: 20 }` },
  {
    by: 'student',
    operation: 'POST /api/order_info',
    body: courseOne,
    result: 'info',
    then: 'said.push(info.totalPrice, info.availableCoupons.length);',
  },
  {
    by: 'student',
    operation: 'POST /api/orders',
    header: `{ 'Idempotency-Key': 'natural-order' }`,
    body: courseOne,
    result: 'order',
  },
  { by: 'student', operation: 'POST /api/orders', body: `{ targetType: 'course', targetId: '4000' }`, refused: 10 },
  {
    by: 'student',
    operation: 'GET /api/orders/{sn}',
    path: '{ sn: order.sn }',
    result: 'kept',
    then: 'said.push(kept.status, kept.payAmount);',
  },
  { by: 'student', operation: 'POST /api/trades', body: coins, result: 'trade' },
  {
    by: 'student',
    operation: 'GET /api/trades/{sn}',
    path: '{ sn: trade.tradeSn }',
    result: 'paid',
    then: 'said.push(paid.status);',
  },
  {
    by: 'student',
    operation: 'GET /api/me/courses',
    result: 'mine',
    then: "said.push(mine.data.some((course) => course.id === '1'));",
  },
  {
    by: 'student',
    operation: 'GET /api/me/vip_levels/{vipLevelId}',
    path: `{ vipLevelId: '1' }`,
    result: 'membership',
    then: 'const isMember: boolean = membership.isMember; said.push(isMember);',
  },
  { by: 'student', operation: 'PATCH /api/me', body: `{ title: 'Learner' }` },
  { by: 'student', operation: 'POST /api/auth/getJwt', body: '{}' },
  { by: 'student', operation: 'GET /api/users', refused: 13 },
  {
    by: 'guest',
    operation: 'POST /api/user/login',
    body: login('admin'),
    result: 'adminLogin',
    then: 'const admin = connect(adminLogin.token);',
  },
  { by: 'admin', operation: 'GET /api/users', query: `{ 'orgIds[]': ['1', '2'], limit: 5 }` },
  {
    by: 'admin',
    operation: 'POST /api/articles',
    body: `{ title: 'News', body: '<p>All is well.</p>', categoryId: '2' }`,
    result: 'news',
  },
  { by: 'admin', operation: 'PATCH /api/articles/{id}', path: '{ id: news.id }', body: `{ title: 'Good news' }` },
  { by: 'admin', operation: 'DELETE /api/articles/{id}', path: '{ id: news.id }' },
  {
    by: 'admin',
    operation: 'POST /api/orders/{orderSn}/refunds',
    path: '{ orderSn: order.sn }',
    body: `{ reason: 'A test.' }`,
    result: 'refund',
    then: 'said.push(refund.coins);',
  },
];

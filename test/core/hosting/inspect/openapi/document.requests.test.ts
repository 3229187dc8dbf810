import { expect } from 'chai';
import fc from 'fast-check';
import { after, before, describe, it } from 'mocha';
import { validAttemptsAt } from '../../../../../core/devtools/check/requests/attempts.ts';
import { Client } from '../../../../../core/devtools/check/requests/client.ts';
import { sentOf } from '../../../../../core/devtools/check/requests/sending.ts';
import { validValue } from '../../../../../core/devtools/check/requests/valid_values.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { Contract, type Operation, type Tree } from './contract.ts';
import { workshop } from './workshop.ts';

/** Operations that check more than the schema of their input, as their descriptions say. */
const checkedLater = new Set([
  'update_settings_by_type',
  'update_settings_by_type_put',
  'update_me_password',
  'update_me_password_put',
  'update_me_pay_password',
  'update_me_pay_password_put',
  'add_admin_users',
  'add_articles',
  'update_articles_by_id',
  'update_articles_by_id_put',
  'add_article_categories',
  'update_article_categories_by_id',
  'update_article_categories_by_id_put',
  'add_applications',
  'add_cash_accounts_by_userId_payouts',
  'add_classrooms',
  'update_classrooms_by_id',
  'update_classrooms_by_id_put',
  'add_classrooms_by_classroomId_courses',
  'add_classrooms_by_classroomId_members',
  'add_coupons',
  'add_course_categories',
  'update_course_categories_by_id',
  'update_course_categories_by_id_put',
  'add_course_sets',
  'update_course_sets_by_id',
  'update_course_sets_by_id_put',
  'add_courses',
  'update_courses_by_id',
  'update_courses_by_id_put',
  'add_courses_by_courseId_members',
  'add_courses_by_courseId_quizzes',
  'update_courses_by_courseId_quizzes_by_id',
  'update_courses_by_courseId_quizzes_by_id_put',
  'add_courses_by_courseId_quizzes_by_quizId_questions',
  'update_courses_by_courseId_quizzes_by_quizId_questions_by_id',
  'update_courses_by_courseId_quizzes_by_quizId_questions_by_id_put',
  'update_courses_by_courseId_quizzes_by_quizId_attempts_by_id',
  'update_courses_by_courseId_quizzes_by_quizId_attempts_by_id_put',
  'add_item_bank_exercises',
  'update_item_bank_exercises_by_id',
  'update_item_bank_exercises_by_id_put',
  'add_item_bank_exercises_by_exerciseId_members',
  'add_order_info',
  'add_orders',
  'add_pay_center',
  'add_plugins_vip_memberships',
  'add_trades',
  'update_plugins_vip_memberships_by_userId',
  'update_plugins_vip_memberships_by_userId_put',
  'search_me_orders',
  'update_applications_by_id',
  'update_applications_by_id_put',
  'add_departments',
  'update_departments_by_id',
  'update_departments_by_id_put',
  'add_email_confirmations',
  'add_password_resets',
  'add_users',
  'add_me_third_party_accounts',
  'update_me_avatar',
  'update_me_avatar_put',
  'update_me_email',
  'update_me_email_put',
  'update_me_mobile',
  'update_me_mobile_put',
  'update_users_by_id',
  'update_users_by_id_put',
]);

/** Number of requests to each operation. */
const RUNS = Number(process.env['OPENAPI_REQUESTS'] ?? 2);

interface Server {
  readonly contract: Contract;
  readonly headers: Record<string, string>;
  readonly client: Client;
}

async function accepts(server: Server, operation: Operation): Promise<void> {
  await fc.assert(
    fc.asyncProperty(validAttemptsAt(operation, 'admin'), async (attempt) => {
      // A cursor excludes an offset, as the descriptions say.
      fc.pre(!('after' in attempt.query && ('offset' in attempt.query || 'start' in attempt.query)));
      const answer = await server.client.send(sentOf(operation, attempt, server.headers));
      expect([400, 415, 422, 500], `${operation.method} ${operation.path} ${answer.text}`).not.to.include(
        answer.status,
      );
      // An answer that `fields` narrows may lack fields that its schema requires.
      if (!attempt.query['fields']) server.contract.check(operation, answer);
    }),
    { numRuns: RUNS },
  );
}

describe('Requests that the OpenAPI document allows', () => {
  const place = workshop();
  const stops: (() => Promise<void>)[] = [() => place.clear()];
  const servers: Server[] = [];

  before(async () => {
    const platform = await startPlatform();
    stops.push(() => platform.stop());
    const started = [
      { url: platform.url, headers: { ...(await platform.as('admin')) } },
      { url: (await place.serve()).kernel.url, headers: { 'x-key': 'right' } },
    ];
    for (const { url, headers } of started) {
      const client = new Client(url);
      stops.unshift(async () => client.close());
      const { body } = await client.send({ method: 'GET', path: '/api/openapi.json?bodies=all', headers: {} });
      servers.push({ client, headers, contract: Contract.of(body as Tree) });
    }
  });

  after(async () => {
    for (const stop of stops) await stop();
  });

  for (const [index, name] of ['the platform', 'an installation with every kind of input'].entries()) {
    it(`are accepted by ${name}`, async () => {
      const server = servers[index]!;
      const takesInput = ({ tree }: Operation) => 'parameters' in tree || 'requestBody' in tree;
      const asked = server.contract.operations.filter((one) => takesInput(one) && one.method !== 'DELETE');
      for (const operation of asked) {
        if (!checkedLater.has(operation.tree['operationId'] as string)) await accepts(server, operation);
      }
      expect(asked).not.to.be.empty;
    });
  }

  it('include texts of digits only within the bounds of a number', () => {
    const { contract } = servers[1]!;
    const { properties } = contract.operation('POST', '/api/things').tree['requestBody'].content['application/json']
      .schema as Tree;
    for (const [name, minimum, maximum] of [
      ['month', 1, 12],
      ['below', 0, 2345],
      ['degrees', -273, 99],
      ['within', 0, 5],
    ] as const) {
      const pattern = new RegExp((properties[name].anyOf as Tree[])[1]!['pattern'] as string, 'u');
      for (let number = -1_000; number < 11_000; number++) {
        expect(pattern.test(String(number)), `${name} ${number}`).to.equal(number >= minimum && number <= maximum);
      }
    }
    const share = new RegExp((properties.share.anyOf as Tree[])[1]!['pattern'] as string, 'u');
    for (const [text, isAllowed] of [
      ['0', true],
      ['8.999', true],
      ['9', true],
      ['9.000', true],
      ['9.001', false],
      ['10', false],
      ['8.9999', false],
    ] as const) {
      expect(share.test(text), text).to.equal(isAllowed);
    }
    fc.assert(fc.property(validValue(properties.integer as Tree), (given) => Number(given) <= Number.MAX_SAFE_INTEGER));
  });
});

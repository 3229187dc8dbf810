import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { runCommand } from '../../../support/command.ts';
import { projectRoot, startPlatform, type Platform } from '../../../support/platform.ts';
import type { PostmanCollection } from './collection_runner.ts';

describe('lectern client --collection', () => {
  let platform: Platform;
  let collection: PostmanCollection;

  before(async () => {
    platform = await startPlatform();
    collection = JSON.parse((await runCommand(projectRoot, 'client', '--collection')).out) as PostmanCollection;
  });
  after(() => platform.stop());

  it('has a request for each operation', () => {
    const sent = new Set(
      collection.item.flatMap(({ item }) =>
        item.map(
          ({ request }) => `${request.method} ${request.url.raw.replace('{{baseUrl}}', '').replace(/\?.*/, '')}`,
        ),
      ),
    );
    const patterns = [...sent];
    const operations = platform.kernel.routes.flatMap(({ methods, address }) =>
      methods.map((method) => `${method} /api${address}`),
    );
    const missing = operations.filter((operation) => {
      const pattern = new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return !patterns.some((one) => pattern.test(one));
    });
    expect(operations.filter((one) => one.startsWith('PUT '))).not.to.deep.equal([]);
    expect(missing).to.deep.equal([]);
  });

  it('selects the API version in each request of an operation', async () => {
    const former = (await runCommand(projectRoot, 'client', '--collection', '--api-version', '1')).out;
    const acceptsIn = ({ item: [, ...folders] }: PostmanCollection) =>
      new Set(
        folders.flatMap(({ item }) =>
          item
            .filter(({ name }) => !name.startsWith('Sign in as '))
            .map(({ request }) => request.header.find(({ key }) => key === 'Accept')?.value),
        ),
      );
    expect([...acceptsIn(collection)]).to.deep.equal([undefined]);
    expect([...acceptsIn(JSON.parse(former) as PostmanCollection)]).to.deep.equal(['application/vnd.lectern.v1+json']);
  });

  it('expects refusals only where an example cannot succeed', () => {
    const refused = collection.item.flatMap(({ item }) =>
      item.flatMap(({ request, event }) => {
        const [, status = ''] = /answers (4\d\d)/.exec(event.flatMap(({ script }) => script.exec).join()) ?? [];
        return status === '' ? [] : [`${status} ${request.method} ${request.url.raw.replace('{{baseUrl}}/api', '')}`];
      }),
    );
    expect(refused).to.deep.equal([
      '400 POST /callback/Alipay_LegacyExpress/notify',
      '400 POST /cash_accounts/4/payouts',
      '404 GET /cash_accounts/4/payouts/{{cash_accounts_payouts_id}}',
      '404 POST /console/delivery_retries',
      '404 POST /console/plugin_additions',
      '404 POST /console/plugin_plans',
      '404 GET /console/plugin_plans/{{console_plugin_plans_plugin}}',
      '409 POST /console/plugin_purges',
      '404 GET /console/requests/{{console_requests_request}}',
      '403 POST /console/sessions',
      '422 PATCH /courses/{{courses_id}}/quizzes/{{courses_quizzes_id}}/attempts/{{courses_quizzes_attempts_id}}',
      '422 PUT /courses/{{courses_id}}/quizzes/{{courses_quizzes_id}}/attempts/{{courses_quizzes_attempts_id}}',
      '422 POST /email_confirmations',
      '422 PATCH /me/avatar',
      '422 PUT /me/avatar',
      '422 PATCH /me/mobile',
      '422 PUT /me/mobile',
      '422 POST /password_resets',
      '401 POST /user/sms_login',
      '429 POST /users',
    ]);
  });
});

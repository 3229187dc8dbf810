import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { runCommand } from '../../../support/command.ts';
import { projectRoot, startPlatform, type Platform } from '../../../support/platform.ts';
import { runCollection, type PostmanCollection } from './collection_runner.ts';

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
    const missing = platform.kernel.routes.filter(({ methods: [method], address }) => {
      const pattern = new RegExp(`^${method} /api${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return !patterns.some((one) => pattern.test(one));
    });
    expect(missing.map(({ operation, address }) => `${operation} ${address}`)).to.deep.equal([]);
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
      '403 POST /console/sessions',
      '422 PATCH /courses/{{courses_id}}/quizzes/{{courses_quizzes_id}}/attempts/{{courses_quizzes_attempts_id}}',
      '422 POST /email_confirmations',
      '422 PATCH /me/avatar',
      '422 PATCH /me/mobile',
      '422 POST /password_resets',
      '401 POST /user/sms_login',
      '429 POST /users',
    ]);
  });

  it('gets the answers that its tests expect when it is run in order', async () => {
    expect(await runCollection(collection, platform.url)).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { exampleRequest } from '../../../support/example_request.ts';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { contractInSuite, type Operation, type Tree } from './contract.ts';

/** Statuses of examples that need more than the demo data. The descriptions of these operations say what they need. */
const refused = {
  // An order, a payment, or money in a cash account.
  '/api/orders/{sn}': ['GET 404', 'DELETE 404'],
  '/api/orders/{orderSn}/refunds': ['POST 404', 'GET 404'],
  '/api/orders/{orderSn}/refunds/{id}': ['GET 404'],
  '/api/pay_center': ['POST 400'],
  '/api/trades': ['POST 400'],
  '/api/trades/{sn}': ['GET 404'],
  '/api/cash_accounts/{userId}/payouts': ['POST 400'],
  '/api/cash_accounts/{userId}/payouts/{id}': ['GET 404'],
  // Something of the caller: joined goods, an attempt at a quiz, another token.
  '/api/me/classrooms/{id}': ['GET 404', 'DELETE 404'],
  '/api/me/courses/{id}': ['GET 404', 'DELETE 404'],
  '/api/me/item_bank_exercises/{id}': ['GET 404', 'DELETE 404'],
  '/api/me/tokens/{id}': ['DELETE 404'],
  '/api/courses/{courseId}/quizzes/{quizId}/attempts/{id}': ['GET 404', 'PATCH 404'],
  // Objects that nothing belongs to, or that the configuration does not declare.
  '/api/article_categories/{id}': ['DELETE 409'],
  '/api/course_sets/{id}': ['DELETE 409'],
  '/api/departments/{id}': ['DELETE 409'],
  '/api/applications/{id}': ['GET 404', 'DELETE 404', 'PATCH 404'],
  '/api/applications/{applicationId}/secrets': ['POST 404'],
  '/api/webhooks/{id}': ['GET 404', 'DELETE 404', 'PATCH 404'],
  '/api/webhooks/{webhookId}/deliveries': ['GET 404'],
  '/api/webhooks/{webhookId}/deliveries/{id}': ['GET 404'],
  '/api/webhooks/{webhookId}/deliveries/{deliveryId}/attempts': ['POST 404'],
  '/api/webhooks/{webhookId}/secrets': ['POST 404'],
  '/api/webhooks/{webhookId}/tests': ['POST 404'],
  // A code, a link, a captcha, a file or a signature.
  '/api/email_confirmations': ['POST 422'],
  '/api/me/avatar': ['PATCH 422'],
  '/api/me/mobile': ['PATCH 422'],
  '/api/password_resets': ['POST 422'],
  '/api/user/sms_login': ['POST 401'],
  '/api/users': ['POST 429'],
  '/api/callback/{gateway}/notify': ['POST 400'],
  // The console: its header, a failed delivery, a recorded request, packages, whose form is not sent.
  '/api/console/sessions': ['POST 403'],
  '/api/console/delivery_retries': ['POST 404'],
  '/api/console/requests/{request}': ['GET 404'],
  '/api/console/plugin_packages': ['POST 422'],
  '/api/console/plugin_packages/{change}': ['GET 404', 'PATCH 403'],
  '/api/console/plugin_purges': ['POST 409'],
};

describe('Examples of the OpenAPI document, each sent alone', function () {
  this.timeout(180_000);
  const platform = started(() => startPlatform());
  const contract = contractInSuite(platform);

  const statusOf = async (operation: Operation) => {
    const { method, path, tree } = operation;
    const { path: values, query, body } = exampleRequest(operation, (part) => contract.follow(part));
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const { byPassword } = (tree['x-example'] ?? {}) as Tree;
    const account = accountFor(tree);
    const request = platform.api[method.toLowerCase() as 'get'](target).query(query);
    if (byPassword) void request.auth(String(account), 'Lectern-2026');
    else if (account !== undefined) void request.set(await platform.as(account));
    if (body?.type === 'application/json') void request.send(body.fields as object);
    return (await request).status;
  };

  it('succeed with the demo data, unless their operation needs more data', async () => {
    const found: Record<string, string[]> = {};
    // PUT has the examples of PATCH.
    for (const operation of contract.operations.filter(({ method }) => method !== 'PUT')) {
      const status = await statusOf(operation);
      if (status >= 300) (found[operation.path] ??= []).push(`${operation.method} ${status}`);
      if (operation.method !== 'GET') await platform.reset();
    }
    // Forgets the events that the example of a webhook has asked for.
    await platform.services.webhookSubscription.start();
    expect(found).to.deep.equal(refused);
  });
});

function accountFor(tree: Tree): string | undefined {
  const { account } = (tree['x-example'] ?? {}) as { account?: string };
  if (account !== undefined) return account;
  if ('x-permission' in tree) return 'admin';
  return (tree['security'] as Tree[]).some((one) => Object.keys(one).length === 0) ? undefined : 'student';
}

import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';
import { until } from '../../orders/shop.ts';
import { reachable, Receiver, type Received } from '../receiver.ts';

type Body = Record<string, unknown>;

describe('Deliveries of webhooks', () => {
  const platform = started(() => startPlatform(reachable));
  const admin = prepared(() => platform.as('admin'));
  const receiver = started(() => Receiver.start());

  const add = async (path: string, events: string[] = ['order.*']) => {
    const { body } = await platform.api
      .post('/api/webhooks')
      .set(admin)
      .send({ url: receiver.url(path), events })
      .expect(201);
    return body as { id: string; secret: string };
  };
  const get = async (path: string) => (await platform.api.get(`/api/webhooks${path}`).set(admin).expect(200)).body;
  /** Makes an order. @returns its number */
  const order = async (targetId: number) => {
    const goods = { targetType: 'course', targetId };
    const { body } = await platform.api
      .post('/api/orders')
      .set(await platform.as('student'))
      .send(goods)
      .expect(200);
    return (body as { sn: string }).sn;
  };
  let sn = '';
  const publish = async (name: 'order.paid' | 'order.closed', orderSn = sn) => {
    return platform.services.orders.publish(name, await platform.services.orders.get(orderSn));
  };
  /** Stores messages about objects, as subscribers do, and sends them. */
  const send = async (id: string, messages: readonly (readonly [event: string, object: string])[]) => {
    for (const [index, [event, object]] of messages.entries()) {
      const body = JSON.stringify({ type: event, data: {} });
      const message = { messageId: `msg_${index}`, event, eventId: String(index + 1), object, body };
      await platform.services.webhookDeliveries.add([id], message);
    }
    platform.services.webhookSender.wake();
  };
  const deliveryOf = async (id: string): Promise<Body> => (await get(`/${id}/deliveries`)).data[0];
  const stateOf = async (id: string) => (await deliveryOf(id))?.['state'];

  /** Events that have a delivery to the subscriber of webhooks. */
  const heard = async () => {
    const known = platform.services.database.table<{ name: string; events: string[] }>('event_subscribers');
    return (await known.where('name', 'webhooks.subscription').first('events'))?.events;
  };

  beforeEach(async () => {
    await platform.services.webhookSubscription.start();
    sn = await order(10);
    await platform.services.eventDispatcher.deliverDue(['webhooks.subscription']);
  });

  afterEach(async () => {
    await platform.reset();
    receiver.all.length = 0;
    receiver.answers.clear();
  });

  it('sends an order that was made, signed, with the order as it is answered to its owner', async () => {
    const { id, secret } = await add('/signed');
    const student = await platform.as('student');
    const made = await order(12);
    const [{ headers, body, message }] = (await receiver.got('/signed')) as [Received];
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).to.deep.equal(message);
    expect(() =>
      new Webhook(secret).verify(body.replace('course', 'vip'), headers as Record<string, string>),
    ).to.throw();
    expect(message.type).to.equal('order.created');
    const { body: shown } = await platform.api.get(`/api/orders/${made}`).set(student).expect(200);
    const { nickname: _nickname, ...own } = shown as Body;
    expect(message.data).to.deep.equal(own);
    await until(async () => (await stateOf(id)) === 'done');
    const delivery = await deliveryOf(id);
    expect(delivery).to.include({ event: 'order.created', attempts: 1, status: 204, error: null });
    expect(await get(`/${id}/deliveries/${String(delivery['id'])}`)).to.include({ body, answer: '' });
  });

  it('repeats a failed request with the same id and body', async () => {
    const { id } = await add('/failing');
    receiver.answers.set('/failing', (response) =>
      response.writeHead(receiver.at('/failing').length < 3 ? 500 : 200).end('told'),
    );
    await publish('order.paid');
    const all = await receiver.got('/failing', 3);
    expect(new Set(all.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).to.equal(1);
    await until(async () => (await stateOf(id)) === 'done');
    expect(await deliveryOf(id)).to.include({ attempts: 3, status: 200, error: null });
    expect(receiver.at('/failing')).to.have.length(3);
  });

  it('gives up after the last attempt and disables the webhook, which can be enabled to send again', async () => {
    const { id } = await add('/dead');
    receiver.answers.set('/dead', (response) => response.writeHead(500).end('broken'));
    await publish('order.paid');
    await until(async () => (await get(`/${id}`)).active === false);
    expect(await get(`/${id}`)).to.include({ disabledReason: 'The receiver answered with status 500.' });
    expect(await heard()).to.deep.equal([]);
    const delivery = await deliveryOf(id);
    expect(delivery).to.include({ state: 'failed', attempts: 3, status: 500 });
    expect(await get(`/${id}/deliveries/${String(delivery['id'])}`)).to.include({ answer: 'broken' });
    const attempts = `/api/webhooks/${id}/deliveries/${String(delivery['id'])}/attempts`;
    await platform.api.post(attempts).set(admin).expect(409);
    receiver.answers.clear();
    const { body } = await platform.api.patch(`/api/webhooks/${id}`).set(admin).send({ active: true }).expect(200);
    expect(body).to.include({ active: true, disabledReason: null });
    await platform.api.post(attempts).set(admin).expect(200);
    await until(async () => (await stateOf(id)) === 'done');
    await platform.api.post(`/api/webhooks/${id}/deliveries/999999/attempts`).set(admin).expect(404);
  });

  it('stays enabled if the receiver accepts other events, and is disabled at once by status 410', async () => {
    const { id } = await add('/choosy');
    receiver.answers.set('/choosy', (response, { message }) =>
      response.writeHead(message.type === 'order.paid' ? 500 : 204).end(),
    );
    await send(id, [
      ['order.paid', 'order 1'],
      ['order.closed', 'order 2'],
    ]);
    await until(async () => (await get(`/${id}/deliveries?state=failed`)).data.length === 1);
    expect(await get(`/${id}`)).to.include({ active: true });
    receiver.answers.set('/choosy', (response) => response.writeHead(410).end());
    await publish('order.paid');
    await until(async () => (await get(`/${id}`)).active === false);
    expect(await deliveryOf(id)).to.include({ attempts: 1, status: 410 });
  });

  it('sends events of one object in their order, also after failures', async () => {
    await add('/ordered');
    receiver.answers.set('/ordered', (response, { message }) => {
      const tries = receiver.at('/ordered').filter((one) => one.message.type === 'order.paid').length;
      response.writeHead(message.type === 'order.paid' && tries < 3 ? 503 : 204).end();
    });
    await publish('order.paid');
    await publish('order.closed');
    const types = (await receiver.got('/ordered', 4)).map(({ message: { type } }) => type);
    expect(types).to.deep.equal(['order.paid', 'order.paid', 'order.paid', 'order.closed']);
  });

  it('sends events of other objects while one waits', async () => {
    const { id } = await add('/beside');
    receiver.answers.set('/beside', (response, { message }) =>
      response.writeHead(message.type === 'order.paid' ? 503 : 204).end(),
    );
    await send(id, [
      ['order.paid', 'order 1'],
      ['order.closed', 'order 1'],
      ['order.refunded', 'order 2'],
    ]);
    const first = (await receiver.got('/beside', 2)).slice(0, 2).map(({ message: { type } }) => type);
    expect(first).to.have.members(['order.paid', 'order.refunded']);
  });

  it('does not let a receiver that hangs delay others', async () => {
    const { id } = await add('/hanging');
    receiver.answers.set('/hanging', () => undefined);
    await publish('order.paid');
    await receiver.got('/hanging');
    await add('/quick');
    await publish('order.paid');
    await receiver.got('/quick');
    expect(receiver.at('/hanging')).to.have.length(1);
    expect(await get(`/${id}/deliveries?state=done`)).to.deep.include({ data: [] });
  });

  it('follows no redirect, and reads only the begin of a long answer', async () => {
    const { id } = await add('/moved');
    receiver.answers.set('/moved', (response) => response.writeHead(307, { Location: receiver.url('/quick') }).end());
    await publish('order.paid');
    await until(async () => String((await deliveryOf(id))?.['error']).includes('redirect 307'));
    expect(receiver.at('/quick')).to.have.length(0);
    const { id: long } = await add('/long');
    receiver.answers.set('/long', (response) => {
      response.writeHead(200);
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await publish('order.paid');
    await until(async () => (await stateOf(long)) === 'done');
    const { answer } = await get(`/${long}/deliveries/${String((await deliveryOf(long))['id'])}`);
    expect(answer).to.equal('x'.repeat(1_000));
  });

  it('sends only what the account may see now', async () => {
    const { id } = await add('/denied');
    await platform.services.database
      .table('users')
      .where('id', '1')
      .update({ roles: ['ROLE_USER'] });
    await publish('order.paid');
    await platform.services.eventDispatcher.deliverDue(['webhooks.subscription']);
    const { rows } = await platform.services.database.raw('select from webhook_deliveries where webhook_id = ?', [id]);
    expect(rows).to.have.length(0);
  });

  it('costs events nothing that no webhook asks for', async () => {
    expect(await heard()).to.deep.equal([]);
    const { id } = await add('/some', ['order.paid', 'vip.*']);
    expect(await heard()).to.have.members(['order.paid', 'vip.new', 'vip.renew', 'vip.upgrade']);
    await platform.api.patch(`/api/webhooks/${id}`).set(admin).send({ active: false }).expect(200);
    expect(await heard()).to.deep.equal([]);
  });

  it('sends a test event on request', async () => {
    const { id } = await add('/test');
    await platform.api.post(`/api/webhooks/${id}/tests`).set(admin).expect(200);
    const [{ message }] = (await receiver.got('/test')) as [Received];
    expect(message).to.include({ type: 'webhook.test' });
    expect(message.data).to.deep.equal({ webhookId: id });
  });

  it('shows each event in the document, with the shape of its object', async () => {
    const { webhooks } = platform.document as unknown as { webhooks: Record<string, { post: Body }> };
    expect(Object.keys(webhooks)).to.include.members(['order.paid', 'trade.paid', 'vip.new']);
    expect(JSON.stringify(webhooks['order.paid'])).to.include('"#/components/schemas/Order"');
  });
});

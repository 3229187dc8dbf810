import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Counter } from '../gateways/support.ts';
import { started } from '../../../../support/started.ts';

describe('The sandbox of the payment platforms', () => {
  const counter = started(() => Counter.open());

  const url = async () => (await counter.accounts()).wechat.address;
  const html = { Accept: 'text/html,application/xhtml+xml' };

  it('shows a page with a button, which pays and leads back to the school', async () => {
    const { payment } = await counter.begin('Alipay_LegacyExpress', { title: 'A <b>course</b>' });
    const page = `${await url()}/payments/${payment.sn}`;
    const before = await (await fetch(page, { headers: html })).text();
    expect(before).to.include('A &lt;b&gt;course').and.include('1234.56 RMB').and.include('waiting');
    const [, action = '', label] = /<form method="post" action="([^"]+)"><button>(\w+)/.exec(before)!;
    expect(label).to.equal('Pay');
    const form = { method: 'POST', headers: html, body: new URLSearchParams() };
    const paid = await (await fetch(new URL(action, page), form)).text();
    expect(paid)
      .to.include('paid')
      .and.include(`href="${payment.returnUrl.replaceAll('&', '&amp;')}"`);
    expect(paid).not.to.include('<form');
    expect(counter.reports.at(-1)).to.include({ tradeSn: payment.sn, paid: true });
  });

  it('pays at the URL of a code on request', async () => {
    const { begun, payment } = await counter.begin('WechatPay_Native');
    expect((await fetch(`${begun.payUrl}/pay`, { method: 'POST' })).status).to.equal(200);
    expect(counter.reports.at(-1)).to.include({ tradeSn: payment.sn, paid: true });
  });

  it('rejects a second payment, and unknown payments', async () => {
    const { payment } = await counter.begin('WechatPay_Native');
    await counter.control.pay(payment.sn);
    for (const [path, status] of [
      [`/payments/${payment.sn}/pay`, 409],
      ['/payments/1/pay', 404],
      ['/payments/1', 404],
      ['/elsewhere', 404],
      ['/mood', 422],
    ] as const) {
      expect((await fetch((await url()) + path, { method: 'POST' })).status, path).to.equal(status);
    }
  });

  it('repeats a report until it is acknowledged', async () => {
    const seen: string[] = [];
    const hurdle = createServer((request, response) => {
      seen.push(request.url ?? '');
      request.resume().on('end', () => response.writeHead(seen.length < 3 ? 500 : 200).end());
    }).listen(0, '127.0.0.1');
    await once(hurdle, 'listening');
    const notifyUrl = `http://127.0.0.1:${(hurdle.address() as AddressInfo).port}/again`;
    const { payment } = await counter.begin('WechatPay_Native', { notifyUrl });
    expect((await counter.control.pay(payment.sn)).receipts[0]!.status).to.equal(500);
    while (seen.length < 3) await once(hurdle, 'request');
    expect(seen).to.deep.equal(['/again', '/again', '/again']);
    hurdle.closeAllConnections();
    hurdle.close();
  });
});

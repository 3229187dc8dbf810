import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { pairOf, signedBy } from '../../../../../../core/platform/payments/sandbox/sandbox_keys.ts';
import { Counter } from '../support.ts';
import { started } from '../../../../../support/started.ts';

type Answer = (method: string, signed: (answer: object) => Promise<string>) => Promise<string> | string;

describe('Answers of Alipay that the sandbox never gives', () => {
  const counter = started(() => Counter.open());
  let answer: Answer = () => '{}';
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const method = new URLSearchParams(body).get('method')!;
      const { privateKey } = await pairOf('alipay');
      const signed = async (values: object) => {
        const content = JSON.stringify(values);
        const member = `${method.replaceAll('.', '_')}_response`;
        return `{"${member}":${content},"sign":"${signedBy(privateKey, 'sha256', content)}"}`;
      };
      response.end(await answer(method, signed));
    });
  });

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accounts = await counter.accounts();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`;
    counter.replaceAccounts({ ...accounts, alipay: { ...accounts.alipay, address } });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const payment = { sn: '1', createdAt: new Date() };
  const gateway = () => counter.gateway('Alipay_LegacyExpress');
  const outcomeOf = async (work: Promise<unknown>) => {
    const error = (await work.catch((thrown: unknown) => thrown)) as Error | undefined;
    return error && `${error.name}: ${error.message}`;
  };
  const refund = () => {
    const more = { refundSn: '2', createdAt: new Date(), paid: 1, amount: 1, notifyUrl: 'https://school.example' };
    return outcomeOf(gateway().refund({ payment, ...more }));
  };

  it('are repeated later when no money has moved', async () => {
    answer = (method, signed) => {
      const isQuery = method === 'alipay.trade.fastpay.refund.query';
      return signed({ code: '10000', ...(!isQuery && { out_trade_no: '1', fund_change: 'N' }) });
    };
    expect(await refund()).to.match(/^GatewayAway: the platform has not completed the refund yet/);
  });

  it('are rejected when they are about another payment', async () => {
    answer = (_method, signed) =>
      signed({
        code: '10000',
        out_trade_no: '3',
        trade_no: '4',
        trade_status: 'TRADE_SUCCESS',
        fund_change: 'Y',
        total_amount: '1.00',
      });
    for (const outcome of [
      await outcomeOf(gateway().ask(payment)),
      await outcomeOf(gateway().close(payment)),
      await refund(),
    ]) {
      expect(outcome).to.equal('GatewayAway: the answer of the platform belongs to another payment');
    }
  });

  it('are repeated later when Alipay reports an internal error', async () => {
    for (const trouble of [
      { code: '20000', sub_code: 'isp.unknow-error' },
      { code: '20000' },
      { code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' },
      { code: '40004', sub_code: 'aop.ACQ.SYSTEM_ERROR' },
    ]) {
      answer = (_method, signed) => signed(trouble);
      expect(await refund(), JSON.stringify(trouble)).to.match(/^GatewayAway: the platform reports an internal error/);
    }
  });

  it('are refusals without a signature, whatever they say', async () => {
    const bare = { code: '40002', sub_code: 'isv.invalid-signature', sub_msg: 'tell-tale' };
    const unsigned = [
      { error_response: bare },
      { alipay_trade_query_response: bare },
      { alipay_trade_query_response: { code: '10000', out_trade_no: '1', trade_status: 'TRADE_SUCCESS' } },
      { alipay_trade_query_response: { code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' } },
    ];
    for (const values of unsigned) {
      answer = () => JSON.stringify(values);
      const outcome = await outcomeOf(gateway().ask(payment));
      expect(outcome, JSON.stringify(values)).to.match(/^GatewayRefusal: the platform refused the call/);
      expect(outcome).not.to.include('tell-tale');
    }
  });

  it('are rejected when they lack fields', async () => {
    for (const values of [{ code: '10000' }, { code: '10000', out_trade_no: '1', trade_status: 'TRADE_SUCCESS' }, {}]) {
      answer = (_method, signed) => signed(values);
      expect(await outcomeOf(gateway().ask(payment))).to.match(/^GatewayAway/);
    }
  });
});

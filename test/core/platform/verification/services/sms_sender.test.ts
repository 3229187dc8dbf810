import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { manifest, type Files } from '../../../../support/installation.ts';
import { SmsSender } from '../../../../../core/platform/verification/services/sms_sender.ts';
import { substitute, rejectionOf, type Fleet, type Replica } from '../../../infrastructure/jobs/fleet.ts';
import { verificationFleet, someMobile, Visitor } from '../verification_fleet.ts';

const production = { NODE_ENV: 'production', LECTERN_ALLOW_EMBEDDED: 'true', HOST: '127.0.0.1' };

/** A plugin whose provider fails depending on the last digit of the number. */
const pigeons: Files = {
  'plugins/pigeons/module.json': manifest('pigeons', { requires: { verification: '*' } }),
  'plugins/pigeons/services.js': `
    import { asValue, contributes, standardFailures } from 'lectern';
    const sent = [];
    export default {
      pigeonsSent: asValue(sent),
      pigeonSms: contributes('smsProviders', asValue({
        name: 'pigeons',
        async send(message) {
          if (message.mobile.endsWith('1')) throw new Error('No pigeon for ' + message.mobile + ' with ' + message.code);
          if (message.mobile.endsWith('2')) throw standardFailures.permissionDenied({ message: 'Pigeons are off duty.' });
          sent.push(message);
        },
      })),
    };`,
};

describe('SMS providers', () => {
  let fleet: Fleet;
  let replica: Replica;

  before(async () => {
    fleet = await verificationFleet(pigeons);
    replica = await fleet.replica({ verification: { sms: { provider: 'pigeons' } } });
  });
  after(() => fleet.clear());

  it('of a plugin can be chosen', async () => {
    await new Visitor(replica).askCode({ type: 'sms_bind', mobile: '13900000000' }).expect(200);
    const { pigeonsSent } = replica.kernel.services as unknown as { pigeonsSent: { code: string }[] };
    expect(pigeonsSent).to.have.length(1);
    expect(pigeonsSent[0]).to.include({ mobile: '13900000000', type: 'sms_bind' });
  });

  it('that throw are answered 503, code 8, without the message in the log', async () => {
    const { body } = await new Visitor(replica).askCode({ type: 'register', mobile: '13900000001' }).expect(503);
    expect(body.error.code).to.equal(8);
    const log = fleet.logs.join('');
    expect(log).to.include('No pigeon for [number] with [code]');
    expect(log).to.not.include('13900000001');
  });

  it('can answer a failure of their own', async () => {
    const { body } = await new Visitor(replica).askCode({ type: 'register', mobile: '13900000002' }).expect(403);
    expect(body.error).to.deep.equal({ code: 13, message: 'Pigeons are off duty.' });
  });

  it('that no module has stop the start, and the known ones are named', () => {
    const fault = faultOf(() => senderOf('storks').start());
    expect(fault.message).to.include('There is no SMS provider "storks"');
    expect(fault.message).to.include('none, development, aliyun, pigeons');
  });

  it('are disabled in production unless one is chosen', async () => {
    const sender = senderOf(undefined, 'production');
    sender.start();
    const end = substitute(replica.kernel.services.smsSender, sender);
    try {
      const { body } = await new Visitor(replica).askCode({ type: 'register', mobile: someMobile() }).expect(500);
      expect(body.error.code).to.equal(30003);
    } finally {
      end();
    }
  });

  it('are required to send a message', async () => {
    const message = { type: 'register', mobile: someMobile(), code: '123456' } as const;
    const fault = await rejectionOf(senderOf('none').send(message));
    expect(fault.message).to.include('set modules.verification.sms.provider');
  });

  it('for development are rejected in production', async () => {
    const fleet = await verificationFleet();
    try {
      const modules = { verification: { sms: { provider: 'development' } } };
      const fault = await rejectionOf(fleet.replica(modules, production));
      expect(fault.message).to.include('The SMS provider "development" sends nothing');
      expect(fault.message).to.include('Set modules.verification.sms.provider to aliyun');
    } finally {
      await fleet.clear();
    }
  });

  function senderOf(provider: string | undefined, environment?: 'production'): SmsSender {
    const { services } = replica.kernel;
    const { contributions, logger } = services;
    const { provider: _chosen, ...sms } = services.verificationConfig.sms;
    const verificationConfig = { ...services.verificationConfig, sms: { ...sms, ...(provider && { provider }) } };
    return construct(SmsSender, {
      contributions,
      logger,
      verificationConfig,
      environment: environment ?? services.environment,
    });
  }
});

function faultOf(work: () => void): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Expected a fault, but there was none.');
}

import { expect } from 'chai';
import { embedded } from '../support.ts';

describe('A misconfigured read replica', () => {
  it('ends the start if DATABASE_URL is missing', () => {
    expect(() => embedded({ replicaUrls: ['postgres://db/x'] })).to.throw('set DATABASE_URL, or remove');
  });

  it('ends the start if its address is malformed, without repeating the address', () => {
    const make = () => embedded({ url: 'postgres://db/x', replicaUrls: ['mysql://me:canary@db/x'] });
    expect(make)
      .to.throw('DATABASE_REPLICA_URLS')
      .that.satisfies(({ message }: Error) => !message.includes('canary'));
  });
});

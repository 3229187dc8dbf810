import { expect } from 'chai';
import { describe, it } from 'mocha';
import { embedded } from '../support.ts';

describe('A read replica that is none', () => {
  it('stops the start when there is no database to be a replica of', () => {
    expect(() => embedded({ replicaUrls: ['postgres://db/x'] })).to.throw('set DATABASE_URL, or remove');
  });

  it('stops the start when its address is wrong, without repeating it', () => {
    const make = () => embedded({ url: 'postgres://db/x', replicaUrls: ['mysql://me:canary@db/x'] });
    expect(make)
      .to.throw('DATABASE_REPLICA_URLS')
      .that.satisfies(({ message }: Error) => !message.includes('canary'));
  });
});

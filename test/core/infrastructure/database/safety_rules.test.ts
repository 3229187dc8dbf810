import { expect } from 'chai';
import { databaseRules } from '../../../../core/infrastructure/database/safety_rules.ts';

describe('The warning of an unencrypted connection to the database', () => {
  const rule = databaseRules.find(({ message }) => message.includes('may be unencrypted'))!;
  const warnsOf = (query: string, hosts = 'db.example.com') => {
    const databaseConfig = { url: `postgres://a:b@${hosts}/x${query}`, replicaUrls: [] };
    return rule.isUnsafe({ services: { databaseConfig } } as never) as boolean;
  };
  const before = process.env['PGSSLMODE'];
  afterEach(() => {
    delete process.env['PGSSLMODE'];
    if (before !== undefined) process.env['PGSSLMODE'] = before;
  });

  it('is given where the driver or a program of a backup may send plain text', () => {
    delete process.env['PGSSLMODE'];
    const plain = ['', '?sslmode=disable', '?sslmode=disable&ssl=true', '?sslmode=prefer', '?ssl=0'];
    expect(plain.filter((query) => !warnsOf(query))).to.deep.equal([]);
    process.env['PGSSLMODE'] = 'require';
    expect(['?ssl=0', '?sslmode=disable'].filter((query) => !warnsOf(query))).to.deep.equal([]);
  });

  it('is given for several hosts when one of them is another machine', () => {
    delete process.env['PGSSLMODE'];
    expect(warnsOf('', '127.0.0.1:5432,db.example.com:5432')).to.equal(true);
    expect(warnsOf('', '127.0.0.1:5432,localhost:5433')).to.equal(false);
  });

  it('is not given where encryption is required', () => {
    const encrypted = ['?sslmode=require', '?sslmode=no-verify&ssl=0', '?ssl=true', '?ssl=1'];
    expect(encrypted.filter((query) => warnsOf(query))).to.deep.equal([]);
    process.env['PGSSLMODE'] = 'verify-full';
    expect(warnsOf('')).to.equal(false);
  });
});

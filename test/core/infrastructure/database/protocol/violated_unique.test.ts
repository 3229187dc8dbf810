import { expect } from 'chai';
import { violatedUnique } from '../../../../../core/infrastructure/database/protocol/violated_unique.ts';

const duplicate = 'insert into "users" ("id") values ($1) - duplicate key value violates unique constraint';

describe('The violated unique constraint of an error', () => {
  it('is the one that the error names', () => {
    expect(violatedUnique({ code: '23505', constraint: 'users_email_key' })).to.equal('users_email_key');
    expect(violatedUnique({ code: '23503', constraint: 'users_email_key' })).to.equal(undefined);
  });

  it('is read from the message of a distributed database, without the number of the shard', () => {
    expect(violatedUnique({ code: '23505', message: `${duplicate} "users_email_key_102008"` })).to.equal(
      'users_email_key',
    );
  });
});

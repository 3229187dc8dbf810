import { expect } from 'chai';
import type { Response } from 'supertest';
import { eventually } from '../../../../support/eventually.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('Additions to a tree at once', () => {
  const platform = started(startPlatform);

  it('count the entries that others have added meanwhile', async () => {
    const manager = await platform.as('manager');
    const { database } = platform.kernel.services;
    const fill = (upTo: number) =>
      database.raw(
        `insert into departments (name)
         select 'Many' from generate_series(1, ?::int - (select count(*)::int from departments))`,
        [upTo],
      );
    await fill(999);
    let answer: Promise<Response> | undefined;
    await database.transaction(async () => {
      await database.table('departments').forUpdate().select('id');
      await fill(1000);
      answer = Promise.resolve(platform.api.post('/api/departments').set(manager).send({ name: 'One more' }));
      await eventually(async () => {
        expect((await database.raw(waiting)).rows).to.have.length(1);
      });
    });
    expect((await answer!).status).to.equal(409);
  });
});

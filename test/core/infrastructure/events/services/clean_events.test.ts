import { expect } from 'chai';
import { sharedPost } from '../support.ts';
import { started } from '../../../../support/started.ts';

describe('The job that cleans events', () => {
  const one = started(sharedPost);

  const sql = <Row>(text: string) => one.kernel.services.database.raw<Row>(text);
  /** Events of an age in days, and deliveries of them in these states. */
  const events = (age: number, count: number, states: readonly string[] = []) =>
    sql(`
      with made as (
        insert into events (name, payload, created_at)
        select 'thing.made', jsonb_build_object('age', ${age}), now() - interval '${age} days' from generate_series(1, ${count})
        returning id
      )
      insert into event_deliveries (event_id, subscriber, state, ended_at)
      select id, 'sub' || number, state, case when state <> 'pending' then now() end
      from made, unnest(array[${states.map((state) => `'${state}'`).join()}]::text[]) with ordinality as one (state, number)`);

  it('keeps events that are younger than seven days, pending or dead', async () => {
    await events(10, 1, ['done', 'pending']);
    await events(9, 2_500, ['done']);
    await events(8, 1, ['dead', 'done']);
    await events(7.5, 1);
    await events(6, 3, ['done']);
    await one.kernel.services.jobs.run('events.clean');
    const { rows } = await sql<{ age: string; count: string }>(
      `select payload->>'age' as age, count(*) from events group by 1 order by 1`,
    );
    expect(rows.map(({ age, count }) => `${count} of ${age} days`)).to.deep.equal([
      '1 of 10 days',
      '3 of 6 days',
      '1 of 8 days',
    ]);
    const left = await sql<{ count: string }>('select count(*) from event_deliveries');
    expect(left.rows[0]?.count, 'deliveries go with their events').to.equal('7');
  });
});

import { expect } from 'lectern/testing';
import { started } from '../../../../test/support/started.ts';
import { School } from '../support.ts';

/** The cases of the job that deletes attempts, for both databases. */
export function cleaningCases(): void {
  const school = started(() => School.open());

  const sql = <Row>(text: string) => school.test.services.database.raw<Row>(text).then(({ rows }) => rows);
  const clean = () => school.test.services.jobs.run('quiz.clean_attempts');
  /** Attempts of many users at quiz 1, each an expired one and a later one of that state. */
  const add = (days: number, users: number, state: 'expired' | 'submitted') =>
    sql(`
      insert into quiz_attempts (quiz_id, user_id, number, state, score, max_score, passed, started_at, closes_at, submitted_at)
      select 1, 1000 + n, number, case number when 1 then 'expired' else '${state}' end, 0, 6, false,
        now() - interval '${days} days', now() - interval '${days} days',
        case when number = 2 and '${state}' = 'submitted' then now() end
      from generate_series(1, ${users}) as n, generate_series(1, 2) as number`);
  const numbers = () =>
    sql<{ number: number; state: string; count: number }>(
      `select number, state, count(*)::int as count from quiz_attempts where user_id > 1000 group by 1, 2 order by 1`,
    );
  afterEach(() => school.test.reset());

  it('keeps attempts for two years', async () => {
    await add(729, 3, 'expired');
    await clean();
    expect(await numbers()).to.deep.equal([
      { number: 1, state: 'expired', count: 3 },
      { number: 2, state: 'expired', count: 3 },
    ]);
  });

  it('deletes older ones that were never submitted, except the last one of a learner', async () => {
    await add(731, 700, 'submitted');
    await clean();
    expect(await numbers()).to.deep.equal([{ number: 2, state: 'submitted', count: 700 }]);
    await sql(`update quiz_attempts set state = 'expired', submitted_at = null where user_id > 1000`);
    await clean();
    expect(await numbers()).to.deep.equal([{ number: 2, state: 'expired', count: 700 }]);
  });

  it('gives a learner no further attempt', async () => {
    await school.attempt('student', '1/quizzes/1');
    await sql(`update quiz_attempts set state = 'expired', score = 0, max_score = 6, passed = false,
      closes_at = now() - interval '3 years' where state = 'open'`);
    await school.set({ attemptsAllowed: 2 });
    const second = await school.attempt('student', '1/quizzes/1');
    await sql(`update quiz_attempts set state = 'expired', score = 0, max_score = 6, passed = false,
      closes_at = now() - interval '3 years' where id = ${second.id}`);
    await clean();
    const left = await sql(`select number from quiz_attempts where quiz_id = 1 and user_id = 4`);
    expect(left).to.deep.equal([{ number: 2 }]);
    expect((await school.codeOf('student', 'post', '1/quizzes/1/attempts'))[0]).to.equal(409);
  });
}

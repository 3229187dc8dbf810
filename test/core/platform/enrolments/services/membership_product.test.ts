import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('A course for sale', () => {
  const platform = started(startPlatform);
  let id: string;

  before(async () => {
    const { rows } = await platform.services.database.raw<{ id: string }>(
      `select id from courses where status = 'published' and expiry_end_at is null and not exists (
         select from course_members where course_id = courses.id and user_id = 4) order by id limit 1`,
    );
    id = rows[0]?.id ?? '';
  });
  afterEach(() => platform.reset());

  const preview = async () => {
    const request = platform.api.post('/api/order_info').set(await platform.as('student'));
    const { status, body } = await request.send({ targetType: 'course', targetId: id });
    return { status, code: (body as { error?: { code: number } }).error?.code };
  };
  const update = (values: Record<string, unknown>) =>
    platform.services.database.table('courses').where({ id }).update(values);

  it('is sold while it is published', async () => {
    expect((await preview()).status).to.equal(200);
  });

  it('is not sold to its members', async () => {
    await platform.services.courseMembers.admit(id, '4');
    expect(await preview()).to.deep.equal({ status: 400, code: 20007 });
  });

  it('is not sold after its expiry', async () => {
    await update({ expiry_mode: 'end_date', expiry_end_at: new Date(platform.clock.now().getTime() - 1000) });
    expect(await preview()).to.deep.equal({ status: 400, code: 20007 });
  });

  it('is not found before it is published', async () => {
    await update({ status: 'draft' });
    expect((await preview()).status).to.equal(404);
  });
});

import { expect } from 'chai';
import { expectAccessible, signedInAt } from '../../open_console.ts';

describe('A list in the console', () => {
  const opened = signedInAt('/records');

  it('shows useful columns first, times as dates, and chosen columns', async () => {
    const { page } = opened();
    const order = {
      id: '1',
      sn: '2026',
      title: 'Course',
      status: 'created',
      payAmount: '1.00',
      createdTime: '2026-01-05T00:00:00Z',
    };
    const json = { data: [order], paging: { total: 1 } };
    await page.route('**/api/orders?*', (route) => route.fulfill({ json }));
    const titles = async (list: string) => {
      await opened().visit(`/records?list=/api/${list}`);
      await page.getByRole('row').nth(1).waitFor();
      return page.getByRole('columnheader').allInnerTexts();
    };
    expect(await titles('orders')).to.include.members(['sn', 'title', 'status', 'payAmount', 'createdTime']);
    expect(await titles('users')).to.include.members(['nickname', 'roles', 'email', 'locked']);
    expect(await titles('articles')).to.include.members(['title', 'status', 'publishedTime']);
    await page
      .getByRole('cell', { name: /^\d{1,2} \w{3,4} \d{4}, [\d:]{8} \S+$/ })
      .first()
      .waitFor();
    expect(await page.getByRole('cell', { name: /^\d{10}$/ }).count(), 'times in unix seconds').to.equal(0);
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'hits' }).check();
    await page.getByRole('checkbox', { name: 'status' }).uncheck();
    await expectAccessible(page);
    const chosen = await titles('articles');
    expect(chosen).to.include('hits').and.not.to.include('status');
  });

  it('shows long titles, names within objects, and values before and after a change', async () => {
    const { page, platform } = opened();
    const long = 'A title that is longer than others are, since it tells everything at once';
    const manager = await platform.as('manager');
    await platform.api.patch('/api/course_sets/40').set(manager).send({ title: long }).expect(200);
    await opened().visit('/records?list=/api/course_sets');
    await page.getByRole('cell', { name: long }).waitFor();
    await opened().visit('/records?list=/api/courses/{courseId}/members&courseId=1');
    await page.getByRole('columnheader', { name: 'user' }).waitFor();
    await page
      .getByRole('cell', { name: /^user\d+$/ })
      .first()
      .waitFor();
    await opened().visit('/records?list=/api/admin_logs');
    const row = page.getByRole('row').filter({ hasText: '/course_sets/40' });
    await row.getByText('title: "Course set 40"').waitFor();
    await row
      .getByText(`title: "${long.slice(0, 20)}`)
      .first()
      .click();
    await row.getByText(`title: "${long}"`).first().waitFor();
    await expectAccessible(page);
  });
});

import { expect } from 'chai';
import { expectAccessible, openConsole, signIn } from '../../open_console.ts';
import { started } from '../../../../../../support/started.ts';

describe('The console page Requests', () => {
  const opened = started(openConsole);

  before(async () => {
    await opened.visit('/requests');
    // Requests are recorded from the answer of the stream on.
    const stream = opened.page.waitForResponse(/request_stream/);
    await signIn(opened.page, 'manager');
    await stream;
  });

  it('shows requests as they are answered, and the statements of a request', async () => {
    const { page, platform } = opened;
    await page.getByText('No request yet.').waitFor();
    const student = await platform.as('student');
    await platform.api.get('/api/articles/1').set(student).expect(200);
    await page.getByRole('row', { name: /GET \/api\/articles\/\{id\} 200 .* student/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: '/api/articles/{id}' }).first().press('Enter');
    await page.getByRole('row', { name: /^Articles\.get / }).waitFor();
    await page
      .getByRole('region', { name: 'Statements' })
      .getByText(/^(select|with) /i)
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('sends a GET request again as the user, and no other request', async () => {
    const { page, platform } = opened;
    const stream = page.waitForResponse(/request_stream/);
    await opened.visit('/requests');
    await stream;
    await page.getByText('No request yet.').waitFor();
    const student = await platform.as('student');
    await platform.api.get('/api/users/1').set(student).expect(403);
    const change = await platform.api.post('/api/users').set(student).send({}).expect(422);
    await page.getByRole('row', { name: /POST \/api\/users 422/ }).waitFor();
    await page.getByRole('link', { name: '/api/users/{id}' }).click();
    await page.getByRole('button', { name: 'Send again' }).press('Enter');
    await page.getByText('"nickname": "admin"').waitFor();
    await expectAccessible(page);
    await opened.visit(`/requests/${String(change.headers['x-request-id'])}`);
    await page.getByText('This request cannot be sent again').waitFor();
  });

  it('names the part of another module that a request waited for', async () => {
    const { page, platform } = opened;
    const stream = page.waitForResponse(/request_stream/);
    await opened.visit('/requests');
    await stream;
    const { headers } = await platform.api.get('/api/settings/site').expect(200);
    await page.route('**/api/console/requests/*', async (route) => {
      const request = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...request, waitedFor: 'before() of an operation hook of module vip' } });
    });
    await opened.visit(`/requests/${String(headers['x-request-id'])}`);
    await page.getByText('waited for before() of an operation hook of module vip').waitFor();
    await expectAccessible(page);
    await page.unrouteAll();
  });

  it('filters by status, by keyboard alone, and pauses', async () => {
    const { page, platform } = opened;
    await opened.visit('/requests');
    await page.getByLabel('Status').fill('4xx');
    const stream = page.waitForResponse(/request_stream\?status=4xx/);
    await page.keyboard.press('Enter');
    await stream;
    await platform.api.get('/api/settings/site').expect(200);
    await platform.api.get('/api/users').expect(401);
    await page.getByRole('row', { name: /GET \/api\/users 401/ }).waitFor();
    expect(await page.getByRole('row').count()).to.equal(2);
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await page.getByRole('button', { name: 'Go on' }).waitFor();
  });
});

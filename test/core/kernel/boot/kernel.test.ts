import { expect } from 'chai';
import { giving, greeter, installations } from './support.ts';

describe('The application of a kernel', () => {
  const install = installations();

  it('shows in /readyz which services failed to start, also if it was created earlier', async () => {
    const place = install({
      ...giving('plugins/a', `life: asValue({ start() { throw new Error('no luck'); } })`),
      ...greeter('plugins/b'),
    });
    const kernel = await place.boot();
    expect(kernel.app).to.be.a('function');
    const url = await kernel.listen();
    const states = (await (await fetch(`${url}/readyz`)).json()) as { plugins: { name: string; state: string }[] };
    expect(states.plugins.map(({ name, state }) => `${name} ${state}`)).to.deep.equal(['b running', 'a set aside']);
  });
});

describe('Middleware of the program that embeds the kernel', () => {
  const install = installations();

  it('runs before the API', async () => {
    const kernel = await install(greeter('core/notes')).boot();
    kernel.use((_request, response) => {
      response.status(418).json({ short: 'and stout' });
    });
    const answer = await fetch(`${await kernel.listen()}/api/notes/greetings`);
    expect([answer.status, await answer.json()]).to.deep.equal([418, { short: 'and stout' }]);
  });
});

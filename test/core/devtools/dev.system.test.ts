import { expect } from 'chai';
import { Installation, manifest } from '../../support/installation.ts';
import { BuiltProgram } from '../cli/built_program.ts';

const address = '/plugins/a/greetings';
const file = 'plugins/a/resources/greetings.js';
const ready = /Lectern is ready at (http:[^\s"]+)/;

const saying = (text: string, place: string) => `
  import { defineResource, raw } from 'lectern';
  export default defineResource('${place}', { search: { open: true, returns: [raw], run: () => ({ text: \`${text}\` }) } });`;

describe('lectern dev', () => {
  let place: Installation;
  let dev: BuiltProgram;
  afterEach(async () => {
    await dev.end('SIGTERM');
    await place.clear();
  });

  async function start(): Promise<void> {
    place = new Installation({ 'plugins/a/module.json': manifest('a'), [file]: saying('one', address) });
    dev = new BuiltProgram(place.root, ['dev'], { NODE_ENV: 'development' });
    await dev.prints(ready);
  }

  /** Present answer of the plugin. */
  async function says(at = address): Promise<unknown> {
    const url = await dev.prints(ready);
    const response = await fetch(`${url}/api${at}`);
    return response.json();
  }

  it('reloads an edited plugin without a restart, and keeps it after a broken edit', async () => {
    await start();
    place.write({ [file]: saying('two ${process.pid}', address) });
    await dev.prints(/reloaded: a/);
    const { text: two = '' } = (await says()) as { text?: string };
    place.write({ [file]: 'export default {' });
    await dev.prints(/not reloaded, the previous version keeps serving: plugins\/a\/resources\/greetings\.js:/);
    expect(await says()).to.deep.equal({ text: two });
    place.write({ [file]: saying('three ${process.pid}', address) });
    await dev.prints(/reloaded: a/, 2);
    expect(await says()).to.deep.equal({ text: two.replace('two', 'three') });
    expect(dev.output.split('Lectern is ready at')).to.have.length(2);
  });

  it('serves the reference of the installation beside the API reference', async () => {
    await start();
    const page = await fetch(`${await dev.prints(ready)}/docs/reference`);
    expect(page.headers.get('content-type')).to.match(/^text\/html/);
    expect(await page.text()).to.contain('<h1>Reference for authors of plugins</h1>');
  });

  it('restarts when the configuration changes', async () => {
    await start();
    place.write({ 'config/development.json': '{ "log": { "level": "info" } }' });
    await dev.prints(/Restarting: config/);
    await dev.prints(ready, 2);
    expect(await says()).to.deep.equal({ text: 'one' });
  });

  it('starts again with the next change after a failed start', async () => {
    await start();
    place.write({ 'custom/module.json': '{', 'config/development.json': '{}' });
    await dev.prints(/The server has ended; it starts again with the next change\./);
    place.write({ 'custom/module.json': manifest('custom') });
    await dev.prints(ready, 2);
    expect(await says()).to.deep.equal({ text: 'one' });
  });
});

import { expect } from 'chai';
import { Installation, manifest, type Files } from '../../../support/installation.ts';
import { BuiltProgram } from '../../cli/built_program.ts';

const ready = /Lectern is ready at (http:[^\s"]+)/;
const restarting = /Restarting: a file has changed, and the server did not respond/;
const config = { 'config/development.json': JSON.stringify({ guard: { blockedMs: 200 } }) };

const typescript = (work: string) => `import { open, raw, resource, returns } from 'lectern';

interface Task {
  readonly turns: number;
}

@resource('/plugins/a/tasks')
export default class Tasks {
  @open @returns(raw)
  search(): Task {
    ${work}
  }
}`;

const javascript = (work: string) => `import { defineResource, raw } from 'lectern';
export default defineResource('/own', { search: { open: true, returns: [raw], run: () => {
  ${work}
} } });`;

const timer = (work: string) => `import { asValue } from 'lectern';
export default { ticker: asValue({ ready() {
  setTimeout(() => {
    ${work}
  }, 100).unref();
} }) };`;

const constructed = (work: string) => `class Ticker {
  constructor() {
    ${work}
  }
  start() {}
}
export default { ticker: Ticker };`;

const endless = 'for (let turns = 0; ; ) turns += 1;';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly text: (work: string) => string;
  readonly line: number;
  /** Address whose request blocks; without one, the plugin blocks by itself. */
  readonly asks?: string;
}

const cases: readonly Case[] = [
  {
    name: 'an operation in TypeScript',
    file: 'plugins/a/resources/tasks.ts',
    text: typescript,
    line: 11,
    asks: '/plugins/a/tasks',
  },
  { name: 'a timer', file: 'plugins/a/services.js', text: timer, line: 4 },
  { name: 'a constructor', file: 'plugins/a/services.js', text: constructed, line: 3 },
];

describe('lectern dev with an endless loop', function () {
  this.timeout(120_000);
  let place: Installation;
  let dev: BuiltProgram;
  afterEach(async () => {
    await dev.end('SIGKILL');
    await place.clear();
  });

  const begin = (files: Files) => {
    place = new Installation({
      ...config,
      'plugins/a/module.json': manifest('a'),
      'custom/module.json': manifest('custom'),
      'plugins/a/resources/words.js': javascript('return 1;').replace('/own', '/plugins/a/words'),
      ...files,
    });
    dev = new BuiltProgram(place.root, ['dev'], { NODE_ENV: 'development' });
  };

  for (const { name, file, text, line, asks } of cases)
    it(`names the line in ${name}, and restarts when the file is saved`, async () => {
      begin({ [file]: text(endless) });
      if (asks !== undefined) void fetch(`${await dev.prints(ready)}/api${asks}`).catch(() => undefined);
      const told = await dev.prints(/(has been blocked for [^"]+)/);
      expect(told)
        .to.match(/^has been blocked for \d+\.\d s by /)
        .and.include(`by ${file}:${line}, and no request`);
      expect(told).to.include('look for a loop there that does not end, and save the file, which restarts the server');
      place.write({ [file]: text('return { turns: 1 };') });
      await dev.prints(restarting);
      const url = await dev.prints(ready, dev.output.split('Lectern is ready').length);
      expect((await fetch(`${url}/api/plugins/a/words`)).status).to.equal(200);
    });

  it('ends at SIGTERM', async () => {
    begin({ 'plugins/a/resources/tasks.ts': typescript(endless) });
    void fetch(`${await dev.prints(ready)}/api/plugins/a/tasks`).catch(() => undefined);
    await dev.prints(/(has been blocked)/);
    dev.signal('SIGTERM');
    expect(await dev.exited).to.equal(0);
  });
});

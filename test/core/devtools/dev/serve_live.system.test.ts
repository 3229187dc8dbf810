import { expect } from 'chai';
import { Agent, get } from 'node:http';
import { Installation, manifest, type Files } from '../../../support/installation.ts';
import { BuiltProgram } from '../../cli/built_program.ts';

const EDITS = 50;
const WARM_UP = 10;
const CLIENTS = 4;
/** Entries of a list that each kernel keeps: 8 MB, so that a kernel that stays in memory shows. */
const BALLAST = 1_000_000;
/** Bytes by which the heap may grow with the code of 40 edits. */
const GROWTH = 2_000_000;

const files = (edit: number): Files => ({
  'plugins/a/module.json': manifest('a'),
  'plugins/a/services/words.ts': `
    import { setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm';
    setFlagsFromString('--expose-gc');
    const collect: () => void = ((globalThis as any).collect ??= runInNewContext('gc'));
    const running: Set<number> = (globalThis as any).running ??= new Set();
    export class Words {
      #ballast = new Array(${BALLAST}).fill(${edit});
      #timer = setInterval(() => running.add(${edit}), 1);
      async tell() { await new Promise((resolve) => setTimeout(resolve, 5)); return this.#ballast[0]; }
      look() { collect(); collect(); return process.memoryUsage().heapUsed; }
      async timers() { running.clear(); await new Promise((resolve) => setTimeout(resolve, 50)); return [...running].join(); }
      stop() { clearInterval(this.#timer); }
    }`,
  'plugins/a/services.ts': `import { Words } from './services/words.ts'; export default { words: Words };`,
  'plugins/a/resources/words.ts': `
    import { open, raw, resource, returns, use } from 'lectern';
    import type { Words as Service } from '../services/words.ts';
    @resource('/plugins/a/words')
    export default class Words {
      private readonly words: Service = use('words' as never);
      @open @returns(raw) async search() { return { edit: await this.words.tell() }; }
      @open @returns(raw) async get() { const timers = await this.words.timers(); return { timers, heap: this.words.look() }; }
    }`,
});

describe('lectern dev, edited fifty times under load', () => {
  const agent = new Agent({ keepAlive: true });
  const failed: string[] = [];
  const heap: number[] = [];
  let [answers, written, served] = [0, 0, 0];
  let timers = '';
  let place: Installation;
  let dev: BuiltProgram;

  function ask(url: string): Promise<{ edit?: number; heap?: number; timers?: string; text: string }> {
    return new Promise((resolve, reject) => {
      get(url, { agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          resolve(response.statusCode === 200 ? { ...(JSON.parse(text) as object), text } : { text });
        });
      }).on('error', reject);
    });
  }

  async function sendRequests(url: string): Promise<void> {
    let last = 0;
    while (served < EDITS) {
      const due = Math.max(last, served);
      const { edit = -1, text } = await ask(url).catch((error: unknown) => ({ edit: -1, text: String(error) }));
      if (edit < due || edit > written) failed.push(`${text}, due ${due} to ${written}`);
      last = Math.max(last, edit);
      answers++;
    }
  }

  before(async function () {
    this.timeout(300_000);
    place = new Installation(files(0));
    dev = new BuiltProgram(place.root, ['dev'], { NODE_ENV: 'development', LOG_LEVEL: 'info' });
    const url = `${await dev.prints(/Lectern is ready at (http:[^\s"]+)/)}/api/plugins/a/words`;
    const clients = Array.from({ length: CLIENTS }, () => sendRequests(url));
    for (let edit = 1; edit <= EDITS; edit++) {
      written = edit;
      place.write({ 'plugins/a/services/words.ts': files(edit)['plugins/a/services/words.ts'] as string });
      await dev.prints(/reloaded: a/, edit);
      served = edit;
      if (edit % WARM_UP === 0) heap.push((await ask(`${url}/1`)).heap ?? Infinity);
    }
    await Promise.all(clients);
    timers = (await ask(`${url}/1`)).timers ?? '';
  });
  after(async () => {
    agent.destroy();
    await dev.end('SIGTERM');
    await place.clear();
  });

  it('answers every request, and never by an older edit again', () => {
    expect(failed).to.deep.equal([]);
    expect(answers).to.be.greaterThan(400);
  });

  it('stops the services of each edit', () => {
    expect(timers).to.equal(String(EDITS));
  });

  it('keeps no kernel of a former edit in memory', () => {
    const [first = 0, ...later] = heap;
    expect(later).to.have.length(EDITS / WARM_UP - 1);
    expect(Math.max(...later) - first).to.be.lessThan(GROWTH);
  });
});

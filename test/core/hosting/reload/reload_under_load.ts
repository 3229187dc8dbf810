// Run in a process of its own by reloads.system.test.ts, so that the heap holds nothing of other tests.
import { Agent, get } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Installation, manifest, type Files } from '../../../support/installation.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const RELOADS = 100;
const WARM_UP = 20;
const CLIENTS = 4;
/** Entries of a list that each generation keeps: 8 MB, so that a leak shows. */
const BALLAST = 1_000_000;

const files = (generation: number): Files => ({
  'plugins/a/module.json': manifest('a'),
  'plugins/a/ballast.ts': `export const ballast: number[] = new Array(${BALLAST}).fill(${generation});`,
  'plugins/a/services/words.ts': `
    import { ballast } from '../ballast.ts';
    export class Words {
      #timer = setInterval(() => this.#beat(), 5);
      #beats = 0;
      #beat() { this.#beats++; }
      async tell() { await new Promise((resolve) => setTimeout(resolve, 2)); return ballast[0]; }
      stop() { clearInterval(this.#timer); }
    }`,
  'plugins/a/services.ts': `import { Words } from './services/words.ts'; export default { words: Words };`,
  'plugins/a/resources/words.ts': `
    import { accepts, field, input, open, resource, returns, shape, use } from 'lectern';
    const word = shape('Word').mode('public', { generation: field.int('Which one answers.') });
    @resource('/plugins/a/words')
    export default class Words {
      private readonly words: { tell(): Promise<number> } = use('words' as never);
      @open @accepts({ q: input.text() }) @returns(word, 'public')
      async search() { return { generation: await this.words.tell() }; }
    }`,
});

const place = new Installation(files(0));
const { kernel } = await place.serve({ live: true, env: { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'error' } });
const agent = new Agent({ keepAlive: true });
const outcome = { reloads: 0, answers: 0, failed: [] as string[], heap: [] as number[] };
let served = 0;
let written = 0;
let isOver = false;

function ask(): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    get(`${kernel.url}/api/plugins/a/words?q=x`, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        resolve({ status: response.statusCode, text });
      });
    }).on('error', reject);
  });
}

async function client(): Promise<void> {
  let last = 0;
  while (!isOver) {
    const atLeast = Math.max(last, served);
    const { status, text } = await ask().catch((error: unknown) => ({ status: 0, text: String(error) }));
    const { generation = -1 } = status === 200 ? (JSON.parse(text) as { generation?: number }) : {};
    if (status !== 200 || generation < atLeast || generation > written)
      outcome.failed.push(`${status} ${text}, due ${atLeast} to ${written}`);
    last = Math.max(last, generation);
    outcome.answers++;
  }
}

const clients = Array.from({ length: CLIENTS }, client);
for (let generation = 1; generation <= RELOADS; generation++) {
  written = generation;
  place.write(files(generation));
  const { problem } = await kernel.reload(['a']);
  if (problem) throw problem;
  served = generation;
  outcome.reloads++;
  // Waits for answers of this generation.
  const { answers } = outcome;
  while (outcome.answers <= answers + CLIENTS && outcome.failed.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 1));
  if (generation < WARM_UP || generation % WARM_UP > 0) continue;
  collect();
  collect();
  outcome.heap.push(process.memoryUsage().heapUsed);
}
isOver = true;
await Promise.all(clients);
agent.destroy();
await kernel.stop();
await place.clear();
console.log(JSON.stringify(outcome));

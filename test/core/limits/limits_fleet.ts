import { randomBytes } from 'node:crypto';
import { manifest } from '../../support/installation.ts';
import { Fleet, shareFleet, type Replica, type SharedFleet } from '../jobs/fleet.ts';

const modules = ['database', 'jobs', 'limits'];

/** A bell that may be rung three times a minute by everybody. */
const bells = {
  'core/bells/module.json': manifest('bells', { requires: { limits: '*' } }),
  'core/bells/resources/bells.js': `
    import { defineFailures, defineResource, input, raw } from 'lectern';
    import { refusal } from '../../limits/index.ts';
    const failures = defineFailures({ tooLoud: [30002, 429, 'Not so loud.'] });
    const rule = { points: 3, seconds: 60 };
    export default defineResource('/bells', {
      uses: ['limits'],
      add: {
        open: true,
        accepts: { by: input.text(), loud: input.optional(input.bool()) },
        returns: [raw],
        async run({ limits }, { input: { by, loud } }) {
          const standing = await limits.counter('bell', rule).take(by);
          if (!standing.allowed) throw refusal('bell', standing, loud ? failures.tooLoud : undefined);
          return standing;
        },
      },
    });`,
};

const quiet = { jobs: { enabled: false } };
/** A configuration whose counters are nobody else's. */
export const prefixed = () => ({ ...quiet, limits: { keyPrefix: `test_${randomBytes(6).toString('hex')}` } });

/** Rings, and tells how long the answer took. */
export async function ring({ api }: Replica, by = 'a', input: object = {}) {
  const started = Date.now();
  const answer = await api.post('/api/bells').send({ by, ...input });
  return Object.assign(answer, { tookMs: Date.now() - started });
}

/** The installation of all test files, which counts in the embedded database. */
export function sharedLimits(): Promise<SharedFleet> {
  return shareFleet(modules, bells, quiet);
}

export function limitsFleet(): Promise<Fleet> {
  return Fleet.make(modules, bells);
}

import { randomBytes } from 'node:crypto';
import { manifest } from '../../../support/installation.ts';
import { Fleet, shareFleet, type Replica, type SharedFleet } from '../jobs/fleet.ts';

const modules = ['database', 'jobs', 'limits'];

/** A resource that each caller may use three times a minute. */
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
/** A configuration whose counters no other test uses. */
export const prefixed = () => ({ ...quiet, limits: { keyPrefix: `test_${randomBytes(6).toString('hex')}` } });

/** Sends a request, and measures the time until its answer. */
export async function ring({ api }: Replica, by = 'a', input: object = {}) {
  const started = Date.now();
  const answer = await api.post('/api/bells').send({ by, ...input });
  return Object.assign(answer, { tookMs: Date.now() - started });
}

/** Installation that test files share, with counters in the embedded database. */
export function sharedLimits(): Promise<SharedFleet> {
  return shareFleet(modules, bells, quiet);
}

export function limitsFleet(): Promise<Fleet> {
  return Fleet.make(modules, bells);
}

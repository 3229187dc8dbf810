import { manifest } from '../../../support/installation.ts';

/** What a job of the test does next, and how often it ran; reached from the module by the global name. */
export const probe = { runs: 0, work: async (_signal?: AbortSignal): Promise<void> => {} };
Object.assign(globalThis, { jobProbe: probe });

/** A module with two jobs, one of which is contributed twice. */
export const files = {
  'core/chores/module.json': manifest('chores', { requires: { jobs: '*' } }),
  'core/chores/services.js': `
    import { asValue, contributes } from 'lectern';
    const job = (name, everySeconds, run) => contributes('jobs', asValue({ name, everySeconds, run }));
    export default {
      sweeping: job('chores.sweeping', 60, async (signal) => { globalThis.jobProbe.runs++; await globalThis.jobProbe.work(signal); }),
      sweepingAgain: job('chores.sweeping', 60, async () => {}),
      dusting: job('chores.dusting', 60, async () => {}),
    };`,
};

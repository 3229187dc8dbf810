import type { Config } from '../../kernel/base/config_schema.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import type { WorkerProcess } from './worker_process.ts';

const CHECK_INTERVAL_MS = 1_000;
/** Time between two checks above which this process was blocked itself; the silence of workers is then measured anew. */
const MAX_CHECK_GAP_MS = 3 * CHECK_INTERVAL_MS;

interface HangTerms {
  readonly config: Pick<Config, 'guard'>;
  readonly logger: Logger;
}

export interface Watched {
  readonly all: () => readonly WorkerProcess[];
  /** Called after each kill. */
  readonly killed: () => void;
}

/** Kills serving workers that are silent for `guard.hungMs`; 0 disables this. @returns a function that stops the checks */
export function watchHangs({ config, logger }: HangTerms, { all, killed }: Watched): () => void {
  const { hungMs } = config.guard;
  if (hungMs === 0) return () => undefined;
  let looked = performance.now();
  const look = () => {
    const now = performance.now();
    if (now - looked > MAX_CHECK_GAP_MS) for (const one of all()) one.restartSilence();
    looked = now;
    for (const one of all()) {
      if (!one.isServing || one.silence < hungMs) continue;
      const { number, pid } = one;
      const about = { hanging: number, hangingPid: pid };
      logger.error(
        about,
        `worker ${number} has not responded for ${hungMs} ms (guard.hungMs); it is killed and replaced; lines about a blocked event loop name the code`,
      );
      one.killHanging();
      killed();
    }
  };
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

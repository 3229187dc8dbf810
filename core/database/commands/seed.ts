import { InvalidArgumentError } from 'commander';
import type { Kernel } from '../../hosting/internals.ts';
import { type CommandContext, withStarted } from '../../cli/index.ts';

const DEFAULT_SCALE = 1_000;
const MAX_SCALE = 10_000_000;

/** `lectern seed`: inserts many rows in addition to the existing ones, for measurements. */
export default function addSeed({ program, io, boot }: CommandContext): void {
  program
    .command('seed')
    .description('Create many rows, for measurements and query plans.')
    .option('--scale <number>', 'number of articles; other rows in proportion', scaleOf, DEFAULT_SCALE)
    .action(async ({ scale }: { scale: number }) => {
      const work = async ({ services: { contributions, database } }: Kernel) => {
        for (const seeder of contributions.of('seeders')) {
          // A statement that inserts so many rows may exceed the timeout of queries.
          const made = await database
            .transaction(() => seeder.seed(scale), { queryLimitMs: 0 })
            .catch(async (cause: unknown) => {
              const { reasonOf } = await import('../../hosting/internals.ts');
              const module = contributions.moduleOf(seeder);
              throw new Error(`The module "${module}" could not create its ${seeder.what}: ${reasonOf(cause)}`, {
                cause,
              });
            });
          io.log(`${made} ${seeder.what}`);
        }
      };
      await withStarted(boot(), work, { creates: true });
    });
}

function scaleOf(text: string): number {
  const scale = Number(text);
  if (Number.isInteger(scale) && scale > 0 && scale <= MAX_SCALE) return scale;
  throw new InvalidArgumentError(`The value must be a whole number from 1 to ${MAX_SCALE}.`);
}

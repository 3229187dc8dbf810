import { nearest, reasonOf, type Kernel } from '../../hosting/internals.ts';
import { type BootOptions, withDatabase } from '../../cli/index.ts';

/**
 * Drops the tables of a plugin, and forgets its migrations and its waiting events. The next start applies the migrations
 * and loads the demo data.
 * @returns the line that reports the dropped tables, and why the migrations were not reverted
 * @throws Error in production, for an unknown plugin, and when another module depends on a table
 */
export async function resetPlugin(boot: BootOptions, name: string): Promise<string> {
  if (boot.env['NODE_ENV'] === 'production')
    throw new Error('--reset drops tables, and NODE_ENV is production; remove data with: lectern plugin purge <name>');
  let tables: string[] = [];
  let note = '';
  const work = async (kernel: Kernel) => {
    refuseUnknown(kernel, name);
    const { migrations } = kernel.services;
    await migrations.exclusively(async () => {
      tables = (await migrations.tablesOf(name)).map((table) => table.name);
      // An edited file may not revert what its former text has created; its tables are dropped nevertheless.
      const dropped = (error: unknown) => {
        note = ` Its migrations were not reverted: ${reasonOf(error)}`;
        return migrations.purge({ module: name, files: [] });
      };
      await kernel
        .migrationsOf(name)
        .then((own) => migrations.purge(own))
        .catch(dropped);
      if (!(await migrations.recorded()).some(({ module }) => module === 'events')) return;
      for (const subscriber of await kernel.services.outbox.subscribersOf(name))
        await kernel.services.outbox.forget(subscriber);
    });
  };
  await withDatabase(boot, work, { creates: true });
  const dropped =
    tables.length === 0 ? `${name} had no tables.` : `Dropped the tables of ${name}: ${tables.join(', ')}.`;
  return dropped + note;
}

function refuseUnknown({ modules, failedPlugins }: Kernel, name: string): void {
  const plugins = modules.filter(({ layer }) => layer === 'plugins').map((one) => one.name);
  const known = [...plugins, ...failedPlugins.map(({ module }) => module)];
  if (known.includes(name)) return;
  const [near] = nearest(name, known, 1);
  throw new Error(
    `There is no plugin "${name}"; ${near === undefined ? 'no plugin is loaded' : `did you mean "${near}"?`}`,
  );
}

import { relative } from 'node:path';
import { use } from 'lectern';
import { reasonOf } from '../../../hosting/internals.ts';
import {
  disablePlugin,
  enablePlugin,
  exportFolder,
  isNothing,
  purge,
  remainsOf,
  type Remains,
} from '../../../operations/index.ts';
import { failures } from '../failures.ts';

/** Enables and disables plugins from the next start on, as `lectern plugin` does. */
export class PluginSwitch {
  readonly #installation = use('installation');
  readonly #view = use('pluginView');

  /** @throws failures.pluginNotFound; failures.notSwitched when the configuration cannot be changed */
  async switch(name: string, enabled: boolean) {
    const plugins = await this.#view.list();
    if (!plugins.some((one) => one.name === name && one.state !== 'gone')) throw failures.pluginNotFound();
    try {
      const { boot } = this.#view;
      const { kernel } = this.#installation;
      const switched = enabled ? enablePlugin(boot, name) : await disablePlugin(boot, name, kernel);
      const runs = kernel.modules.some((one) => one.name === name);
      return { ...switched, needsRestart: runs !== enabled };
    } catch (error) {
      throw failures.notSwitched({ message: reasonOf(error) });
    }
  }
}

/** Exports and removes the data of plugins that are disabled or gone, as `lectern plugin purge` does. */
export class PluginPurge {
  readonly #installation = use('installation');
  readonly #clock = use('clock');

  /** @throws failures.notPurged */
  async purge(plugin: string) {
    const { kernel, root } = this.#installation;
    const remains = await this.#remainsOf(plugin);
    const folder = exportFolder(root, plugin, this.#clock.now());
    const { tables } = await purge(kernel, remains, folder);
    return { plugin, folder: relative(root, folder), tables: tables.map(({ name, rows }) => ({ name, rows })) };
  }

  async #remainsOf(plugin: string): Promise<Remains> {
    const { kernel, root } = this.#installation;
    const remains = await remainsOf(kernel, plugin, { root }).catch((error: unknown) => {
      throw failures.notPurged({ message: reasonOf(error) });
    });
    if (isNothing(remains)) throw failures.notPurged({ message: `The database has no data of ${plugin}.` });
    return remains;
  }
}

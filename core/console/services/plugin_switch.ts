import { use } from 'lectern';
import { reasonOf } from '../../hosting/internals.ts';
import { disablePlugin, enablePlugin } from '../../operations/index.ts';
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

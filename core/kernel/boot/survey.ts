import type { Config } from '../config/schema.ts';
import { Casualties, findModules } from './assemble.ts';
import { disabledPlugins, remarksOnDisabled, unloadedPlugin } from './disabled.ts';
import type { ModulePlaces } from './layers.ts';
import type { Candidate } from './order.ts';

/** The ground that modules stand on. */
export interface Ground extends ModulePlaces {
  readonly config: Config;
}

/** What is there to be loaded. */
export interface Survey {
  readonly candidates: readonly Candidate[];
  readonly casualties: Casualties;
}

/**
 * Looks which modules there are, those aside that cannot be one.
 * @param irreplaceable names of plugins that must not be set aside
 * @throws ModuleFault of a module that must not be set aside; Error where the configuration names what is not there
 */
export function survey(
  { root, modules = [], without = [], config }: Ground,
  irreplaceable?: ReadonlySet<string>,
): Survey {
  const disabled = disabledPlugins(root, config);
  const passedOver = without.map((name) => unloadedPlugin(root, name));
  const casualties = new Casualties(
    { root, disabled, passedOver, remarks: remarksOnDisabled(root, config) },
    irreplaceable,
  );
  const candidates = findModules({ root, modules, without: [...without, ...config.plugins.disabled] }, casualties);
  refuseUnknownSections(config, [
    ...candidates.map(({ name }) => name),
    ...casualties.absent.map(({ module }) => module),
  ]);
  return { candidates, casualties };
}

function refuseUnknownSections({ modules }: Config, names: readonly string[]): void {
  const unknown = Object.keys(modules).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const mend = 'remove it or correct its name';
  throw new Error(`Configuration: "modules.${unknown}" names a module that is not there; ${mend}.`);
}

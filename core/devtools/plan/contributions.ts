import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionPoints } from 'lectern';
import type { Kernel } from '../../hosting/internals.ts';

/** Descriptions of the contributions of a module, by the names of their services. */
export type Purposes = Readonly<Record<string, string>>;

type Point = keyof ExtensionPoints;

/** Functions that describe a contribution, by extension point. Contributions to other points are not described. */
const wordings: { readonly [P in Point]?: (contribution: ExtensionPoints[P]) => string } = {
  consolePages: ({ name, requires }) => `/console/pages/${name} for ${requires}`,
  eventChecks: ({ event }) => `may refuse ${event}`,
  jobs: ({ name, everySeconds = 0, schedule }) =>
    `${name}, ${schedule ? [schedule.cron, schedule.zone].filter(Boolean).join(' ') : `every ${everySeconds} s`}`,
  mounts: ({ address }) => `/api${address}`,
  operationHooks: (hook) => {
    const times = (['before', 'after'] as const).filter((time) => hook[time] !== undefined);
    return `${times.join(' and ')} ${hook.operation} at ${hook.address}`;
  },
  pages: ({ address }) => address,
};

/** Descriptions of contributions, by the names of modules and services. */
export function purposesIn({ modules, services: { contributions } }: Kernel): Readonly<Record<string, Purposes>> {
  const ofPoint = (module: string, names: readonly string[], point: Point) => {
    // Contributions of a module are in the order of its registrations.
    const own = contributions.of(point).filter((one) => contributions.moduleOf(one) === module);
    const words = wordings[point] as ((contribution: unknown) => string) | undefined;
    return words && own.length === names.length ? names.map((name, index) => [name, words(own[index])] as const) : [];
  };
  const ofModule = ({ name, services }: (typeof modules)[number]) => {
    const points = [...new Set(services.flatMap(({ point }) => (point === undefined ? [] : [point as Point])))];
    const namesAt = (point: Point) => services.filter((one) => one.point === point).map((one) => one.name);
    return Object.fromEntries(points.flatMap((point) => ofPoint(name, namesAt(point), point)));
  };
  return Object.fromEntries(modules.map((module) => [module.name, ofModule(module)]));
}

/** Names of the files in the folder `commands/` of a module. */
export function commandsIn(folder: string): string[] {
  const commands = join(folder, 'commands');
  return existsSync(commands) ? readdirSync(commands).filter((file) => /^\w+\.[jt]s$/.test(file)) : [];
}

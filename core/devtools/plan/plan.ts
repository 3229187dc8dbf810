import { isDeepStrictEqual } from 'node:util';
import { beyond, type ModuleView } from '../../hosting/internals.ts';
import type { BootOptions } from '../../cli/index.ts';
import { configNeeds, leftInConfig } from './config_needs.ts';
import { commandsIn } from './contributions.ts';
import { dryRun, type Listener, type Refusal, type Snapshot } from './dry_run.ts';
import type { Intent } from './intent.ts';
import { migrationProblems, tableChanges } from './table_changes.ts';
import { rightChanges } from './rights.ts';
import { routeChanges } from './route_changes.ts';

/**
 * A service of the planned plugin; `point` is the extension point that receives the service, and `purpose` describes a
 * contribution, such as the times of a job, or the address of a page.
 */
export type PlannedService = ModuleView['services'][number] & { readonly purpose?: string };

/** Effects of a planned change of plugins. */
export interface Plan {
  readonly plugin: string;
  readonly action: Intent['action'];
  /** Problems of the change; empty when there are none. */
  readonly breaks: readonly string[];
  /** Undefined when the installation would not start after the change. */
  readonly effects?: Effects;
}

/** Differences between the installation before and after the change. */
export type Effects = ReturnType<typeof effectsOf>;

/** Tries a change of plugins on databases in memory. @throws Error when the state before the change does not start */
export async function planOf(boot: BootOptions, intent: Intent): Promise<Plan> {
  const before = await dryRun(boot, intent.before);
  if (isRefusal(before)) throw notStarting(intent, before);
  const after = await dryRun(boot, intent.after);
  const { name: plugin, action } = intent;
  if (isRefusal(after)) return { plugin, action, breaks: [`the installation would not start: ${after.refused}`] };
  const effects = effectsOf(boot, intent, { before, after });
  return { plugin, action, breaks: breaksOf(boot, intent, { before, after, effects }), effects };
}

function notStarting({ name, action }: Intent, { refused }: Refusal): Error {
  const state = action === 'look' ? `without ${name}` : 'as it is';
  return new Error(`The installation does not start ${state}, so there is nothing to compare with: ${refused}`);
}

function isRefusal(one: Snapshot | Refusal): one is Refusal {
  return 'refused' in one;
}

interface Snapshots {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

function effectsOf(boot: BootOptions, { name, action }: Intent, { before, after }: Snapshots) {
  const [shown, other] = action === 'remove' ? [before, after] : [after, before];
  const module = shown.modules.find((one) => one.name === name);
  const installed = other.modules.find((one) => one.name === name);
  const needs = module && action !== 'remove' ? configNeeds(boot, module) : [];
  const known = new Set(before.failedPlugins.map((one) => one.module));
  return {
    routes: routeChanges(before, after),
    tables: tableChanges(before, after),
    rights: rightChanges(before, after),
    // For an update, `config`, `services`, `listeners` and `commands` list only changed entries.
    /** Settings of the plugin; none when the plugin is removed. */
    config: without(needs, installed ? configNeeds(boot, installed) : []),
    services: without(servicesOf(shown, name), servicesOf(other, name)),
    listeners: without(listenersOf(shown, name), listenersOf(other, name)),
    /** Files in the folder `commands/`. */
    commands: without(module ? commandsIn(module.folder) : [], installed ? commandsIn(installed.folder) : []),
    /** What the plugin uses beyond its own addresses, services and tables; none when the plugin is removed. */
    uses: module && action !== 'remove' ? usesLines(shown, module, installed) : [],
    failedPlugins: after.failedPlugins.filter((one) => !known.has(one.module)),
    /** Remarks that only the start after the change makes. */
    remarks: after.remarks.filter((one) => !before.remarks.includes(one)),
  };
}

function usesLines({ usesOf }: Snapshot, module: ModuleView, installed: ModuleView | undefined): string[] {
  const { uses, differences } = usesOf(module);
  const more = installed?.manifest.uses ? beyond(uses, installed.manifest.uses) : [];
  return [
    ...(differences ? [] : ['not declared: module.json has no "uses"; the sources and the start show:']),
    ...beyond(uses, {}).map((what) => (more.includes(what) ? `${what} (new)` : what)),
    ...(differences ?? []).map(
      ({ what, isMissing }) => `${what} ${isMissing ? 'is used but not' : 'is not used but'} named`,
    ),
  ];
}

function without<T>(list: readonly T[], known: readonly T[]): T[] {
  return list.filter((one) => !known.some((other) => isDeepStrictEqual(one, other)));
}

function listenersOf({ listeners }: Snapshot, plugin: string): Listener[] {
  return listeners.filter(({ name }) => name.startsWith(`${plugin}.`));
}

function servicesOf({ modules, purposes }: Snapshot, plugin: string): PlannedService[] {
  const services = modules.find(({ name }) => name === plugin)?.services ?? [];
  return services.map((service) => {
    const purpose = purposes[plugin]?.[service.name];
    return { ...service, ...(purpose !== undefined && { purpose }) };
  });
}

function breaksOf(
  boot: BootOptions,
  intent: Intent,
  { before, after, effects }: Snapshots & { effects: Effects },
): string[] {
  const { removed, changed } = effects.routes;
  const failed = effects.failedPlugins.map(
    ({ module, reason }) => `the plugin ${module} would fail to start: ${reason}`,
  );
  const missing = effects.config.filter(({ required, set }) => required && !set);
  return [
    ...failed,
    ...missing.map(
      ({ key, env }) =>
        `${key} needs a value; set it in the configuration${env === undefined ? '' : `, or by the variable ${env}`}`,
    ),
    ...migrationProblems(intent, before, after),
    ...(intent.action === 'remove' ? leftInConfig(boot, intent.name) : []),
    ...removed.map(({ route }) => `${route}: the route is gone`),
    ...changed.flatMap(({ route, changes }) =>
      changes.filter(({ severity }) => severity === 'breaking').map(({ what }) => `${route}: ${what}`),
    ),
  ];
}

import type { BootOptions } from '../../cli/index.ts';
import { configNeeds, type ConfigNeed } from './config_needs.ts';
import { compareDocuments } from './document/compare_documents.ts';
import { changeText, type Change } from './document/change.ts';
import { dryRun, type Listener, type Refusal, type Snapshot } from './dry_run.ts';
import type { Intent } from './intent.ts';
import { migrationProblems } from './migration_problems.ts';
import { leftInConfig } from './left_in_config.ts';
import { rightChanges, type RightChanges } from './rights.ts';
import { routeChanges, type RouteChanges } from './route_changes.ts';
import { tableChanges, type TableChanges } from './table_changes.ts';

/** A service of the planned plugin; `point` is the extension point that receives the service. */
export interface PlannedService {
  readonly name: string;
  readonly point?: string;
  readonly replaces?: string;
  readonly decorates?: string;
}

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
export interface Effects {
  readonly routes: RouteChanges;
  readonly tables: TableChanges;
  readonly rights: RightChanges;
  /** Settings of the plugin; empty when it is removed. */
  readonly config: readonly ConfigNeed[];
  readonly services: readonly PlannedService[];
  readonly listeners: readonly Listener[];
  readonly document: readonly Change[];
  readonly setAside: Snapshot['setAside'];
  /** Remarks of the start. */
  readonly remarks: readonly string[];
}

/** Tries a change of plugins on a database in memory. @throws Error when the unchanged installation does not start */
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

function effectsOf(boot: BootOptions, { name, action }: Intent, { before, after }: Snapshots): Effects {
  const shown = action === 'remove' ? before : after;
  const module = shown.modules.find((one) => one.name === name);
  const known = new Set(before.setAside.map((one) => one.module));
  return {
    routes: routeChanges(before, after),
    tables: tableChanges(before.catalogue, after.catalogue),
    rights: rightChanges(before, after),
    config: module && action !== 'remove' ? configNeeds(boot, module) : [],
    services: module?.services ?? [],
    listeners: shown.listeners.filter((one) => one.name.startsWith(`${name}.`)),
    document: compareDocuments({ before: before.document, after: after.document }),
    setAside: after.setAside.filter((one) => !known.has(one.module)),
    remarks: after.remarks.filter((one) => !before.remarks.includes(one)),
  };
}

function breaksOf(
  boot: BootOptions,
  intent: Intent,
  { before, after, effects }: Snapshots & { effects: Effects },
): string[] {
  const documented = effects.document.filter(({ breaking }) => breaking).map(changeText);
  const aside = effects.setAside.map(({ module, reason }) => `the plugin ${module} would fail to start: ${reason}`);
  const missing = effects.config.filter(({ required, set }) => required && !set);
  return [
    ...aside,
    ...missing.map(
      ({ key, env }) => `${key} needs a value${env === undefined ? '' : `, such as by the variable ${env}`}`,
    ),
    ...migrationProblems(intent, before, after),
    ...(intent.action === 'remove' ? leftInConfig(boot, intent.name, after.remarks) : []),
    ...documented,
  ];
}

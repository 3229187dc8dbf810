import { table } from '../../cli/index.ts';
import type { Effects, Plan, PlannedService } from './plan.ts';

/** Formats a plan for the output of `lectern plan`. */
export function planText(plan: Plan): string {
  const parts = [
    `${heads[plan.action](plan.plugin)}.`,
    ...(plan.effects ? effectParts(plan.effects) : []),
    verdictOf(plan),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const heads: Readonly<Record<Plan['action'], (plugin: string) => string>> = {
  add: (plugin) => `Adding ${plugin}`,
  update: (plugin) => `Replacing the installed plugin ${plugin} by this folder`,
  remove: (plugin) => `Removing ${plugin}`,
  look: (plugin) => `${plugin} is installed and contributes the following`,
};

function verdictOf({ breaks, effects }: Plan): string {
  const changes = effects?.routes.changed.flatMap((route) => route.changes) ?? [];
  const surprising = changes.filter(({ severity }) => severity === 'surprising').length;
  const surprises = surprising > 0 ? ` Differences that may surprise clients: ${surprising}.` : '';
  if (breaks.length === 0) return `Nothing breaks.${surprises}`;
  return listed(`Breaks (${breaks.length})`, breaks);
}

function effectParts(effects: Effects): string[] {
  return [
    listed('Failed plugins', effects.failedPlugins, ({ module, reason }) => `${module}: ${reason}`),
    ...routeParts(effects),
    ...tableParts(effects),
    ...rightParts(effects),
    configPart(effects),
    listed('Uses of other modules and of the machine', effects.uses),
    listed('Services', effects.services, serviceLine),
    listed('Subscribers', effects.listeners, ({ name, events }) => `${name} subscribes to ${events.join(', ')}`),
    listed('Commands', effects.commands, (file) => `commands/${file}`),
    listed('Remarks', effects.remarks),
  ];
}

function part(title: string, lines: readonly string[]): string {
  return lines.length > 0 ? [`${title}:`, ...lines].join('\n') : '';
}

function listed<T>(title: string, entries: readonly T[], textOf: (entry: T) => string = String): string {
  const lines = entries.map((entry) => `  ${textOf(entry)}`);
  return part(title, lines);
}

function routeParts({ routes }: Effects): string[] {
  const rows = (list: readonly { route: string; file: string; access: string }[]) =>
    list.length > 0 ? [table(list.map(({ route, access, file }) => ({ route, access, file })))] : [];
  return [
    part(`Routes added (${routes.added.length})`, rows(routes.added)),
    part(`Removed routes (${routes.removed.length})`, rows(routes.removed)),
    listed(
      'Routes served by another file',
      routes.takenOver,
      ({ route, file, from, overridden }) => `${route}: ${file} ${overridden ? 'overrides' : 'instead of'} ${from}`,
    ),
    listed(
      'Chains of overrides, with hooks in brackets',
      routes.rearranged,
      ({ route, was, now }) => `${route}: ${now} (was ${was})`,
    ),
    listed(
      'Routes open to more callers',
      routes.opened,
      ({ route, access, was }) => `${route} is ${access}${was === undefined ? '' : `, was ${was}`}`,
    ),
    listed(
      'Changed contracts of routes, breaking nothing',
      routes.changed.flatMap(({ route, changes }) =>
        changes
          .filter(({ severity }) => severity !== 'breaking')
          .map((one) => `${route}: ${one.what}${one.severity === 'surprising' ? ', which may surprise clients' : ''}`),
      ),
    ),
  ];
}

function tableParts({ tables }: Effects): string[] {
  const lines = (list: readonly { kind: string; name: string; columns: readonly string[] }[]) =>
    list.flatMap(({ kind, name, columns }) => [`  ${kind} ${name}`, ...columns.map((column) => `    ${column}`)]);
  return [
    part('Tables added', lines(tables.added)),
    part('Tables changed', lines(tables.changed)),
    listed('Tables dropped', tables.dropped),
    listed('Tables that stay without their module', tables.left),
  ];
}

function rightParts({ rights }: Effects): string[] {
  const words = ({ role, permissions }: { role: string; permissions: readonly string[] }) =>
    `${role}: ${permissions.join(', ') || 'no permission'}`;
  return [
    listed('Roles with more permissions', rights.added, (one) => words(one) + (one.isNew ? ' (a new role)' : '')),
    listed('Roles with fewer permissions', rights.removed, words),
    listed('Permissions that no role carries', rights.missing),
  ];
}

function configPart({ config }: Effects): string {
  const rows = config.map(({ key, env = '', secret, default: given, required, set, description }) => ({
    setting: key,
    '': set ? 'set' : required ? 'MISSING' : 'default',
    default: given === undefined ? '' : JSON.stringify(given),
    environment: env,
    meaning: `${secret ? '(secret) ' : ''}${description}`,
  }));
  return rows.length > 0 ? part('Configuration', [table(rows)]) : '';
}

/** For each convention of the kernel, what its decorator decides about. */
const conventions: Readonly<Record<string, string>> = {
  authentication: 'the caller of every request',
  authorization: 'access to every operation of every module',
  inputReading: 'the input of every operation of every module',
  responseFilters: 'the answer of every operation of every module',
  errorConversion: 'the answer to every error',
  errorBodies: 'the body of the answer to every error',
};

function serviceLine({ name, point, replaces, decorates, purpose }: PlannedService): string {
  const notes = [
    ...(replaces === undefined ? [] : [`replaces that of ${replaces}`]),
    ...(decorates === undefined ? [] : [wrapNote(name, decorates)]),
    ...(point === undefined ? [] : [`adds to ${point}${purpose === undefined ? '' : `: ${purpose}`}`]),
  ];
  return notes.length > 0 ? `${name} (${notes.join(', ')})` : name;
}

function wrapNote(name: string, owner: string): string {
  const decided = conventions[name];
  return `wraps that of ${owner}${decided === undefined ? '' : `: ${decided}`}`;
}
